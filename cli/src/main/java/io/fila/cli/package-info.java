/** The {@code fila} command. */
@NullMarked
package io.fila.cli;

import org.jspecify.annotations.NullMarked;
