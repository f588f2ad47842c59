/** Where every choice of a simulated life comes from: its seed. */
@NullMarked
package io.fila.simulator.chance;

import org.jspecify.annotations.NullMarked;
