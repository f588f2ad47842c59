/** The whole broker inside another program. */
@NullMarked
package io.fila.embedded;

import org.jspecify.annotations.NullMarked;
