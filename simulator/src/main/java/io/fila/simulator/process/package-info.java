/** The broker as a process that turns, crashes and starts again, and its connections to the outside. */
@NullMarked
package io.fila.simulator.process;

import org.jspecify.annotations.NullMarked;
