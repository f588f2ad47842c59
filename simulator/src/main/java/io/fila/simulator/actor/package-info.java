/** Who acts on the stage: producers, consumers of every temper, operators and faults; one a file. */
@NullMarked
package io.fila.simulator.actor;

import org.jspecify.annotations.NullMarked;
