/** Virtual time: what happens when, and what the broker's clock says about it. */
@NullMarked
package io.fila.simulator.time;

import org.jspecify.annotations.NullMarked;
