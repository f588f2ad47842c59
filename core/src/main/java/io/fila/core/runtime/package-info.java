/** The only place with a thread and a clock: the loop that drives the broker. */
@NullMarked
package io.fila.core.runtime;

import org.jspecify.annotations.NullMarked;
