/** The edges of the broker and its assembly. */
@NullMarked
package io.fila.server;

import org.jspecify.annotations.NullMarked;
