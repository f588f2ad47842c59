/** The scripts' fake twins: what they decide follows from the message alone. */
@NullMarked
package io.fila.simulator.hook;

import org.jspecify.annotations.NullMarked;
