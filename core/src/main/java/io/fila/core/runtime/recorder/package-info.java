/** The flight recorder: the last minutes of the tape, in bounded memory. */
@NullMarked
package io.fila.core.runtime.recorder;

import org.jspecify.annotations.NullMarked;
