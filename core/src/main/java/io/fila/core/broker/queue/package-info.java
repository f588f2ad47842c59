/** One queue as a state machine: admission, dispatch, schedule, purge and redrive. It knows nothing of those who decide commands. */
@NullMarked
package io.fila.core.broker.queue;

import org.jspecify.annotations.NullMarked;
