/** Proves the laws by breaking the broker: small changes in its code, one at a time, that some seed must notice. */
@NullMarked
package io.fila.simulator.mutant;

import org.jspecify.annotations.NullMarked;
