/** The Java SDK of Fila. */
@NullMarked
package io.fila.client;

import org.jspecify.annotations.NullMarked;
