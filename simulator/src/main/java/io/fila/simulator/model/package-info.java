/** A plain account of what the broker must hold, kept without looking into it. */
@NullMarked
package io.fila.simulator.model;

import org.jspecify.annotations.NullMarked;
