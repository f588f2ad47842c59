/** A replicated log without machines: nodes that vote, replicate and apply in virtual time, over wires that are slow or cut. */
@NullMarked
package io.fila.simulator.cluster;

import org.jspecify.annotations.NullMarked;
