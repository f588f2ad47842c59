/** The broker as a deterministic state machine, and the ports it needs. */
@NullMarked
package io.fila.core;

import org.jspecify.annotations.NullMarked;
