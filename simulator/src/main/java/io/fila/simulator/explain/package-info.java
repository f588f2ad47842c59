/** Checks what the broker says of why something waits, by bringing about what it says would release it. */
@NullMarked
package io.fila.simulator.explain;

import org.jspecify.annotations.NullMarked;
