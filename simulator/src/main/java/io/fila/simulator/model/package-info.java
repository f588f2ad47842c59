/** A plain model of what the broker must hold: it follows the tape and the accepted commands. */
@NullMarked
package io.fila.simulator.model;

import org.jspecify.annotations.NullMarked;
