/** What happened, in order, as text and as one number. */
@NullMarked
package io.fila.simulator.trace;

import org.jspecify.annotations.NullMarked;
