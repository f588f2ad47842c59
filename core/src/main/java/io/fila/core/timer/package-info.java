/** Moments in the future, in order. */
@NullMarked
package io.fila.core.timer;

import org.jspecify.annotations.NullMarked;
