/** The journal's faulty twin. */
@NullMarked
package io.fila.simulator.journal;

import org.jspecify.annotations.NullMarked;
