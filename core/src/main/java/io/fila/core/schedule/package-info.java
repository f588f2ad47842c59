/** Messages that wait for a moment, in the order of their moments. */
@NullMarked
package io.fila.core.schedule;

import org.jspecify.annotations.NullMarked;
