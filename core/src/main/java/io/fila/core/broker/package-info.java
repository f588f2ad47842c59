/** The state machine itself: turns over queues, leases and dispatch. */
@NullMarked
package io.fila.core.broker;

import org.jspecify.annotations.NullMarked;
