/** The stage of one life: its profile, its time, its broker, and the way for commands to reach it. */
@NullMarked
package io.fila.simulator.world;

import org.jspecify.annotations.NullMarked;
