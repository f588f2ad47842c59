/** The broker as a deterministic state machine, and the ports it needs: a function of state, commands and the time. */
@NullMarked
package io.fila.core;

import org.jspecify.annotations.NullMarked;
