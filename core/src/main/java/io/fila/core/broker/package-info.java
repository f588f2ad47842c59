/** The state machine: turns, and who decides which command. */
@NullMarked
package io.fila.core.broker;

import org.jspecify.annotations.NullMarked;
