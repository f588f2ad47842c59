package io.fila.core.hook;

import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;

/**
 * The scripts of all queues. They run on the caller's thread, never on the broker's. They never throw: a failed script has an
 * answer too.
 */
public interface Hooks {
    /**
     * Whether a message is taken, and how it is to be scheduled.
     *
     * @param asked what its producer asked for; it holds where the queue has no script
     */
    EnqueueDecision onEnqueue(QueueName queue, Scheduling asked, Content content);

    /** What happens to a message that failed; the queue's backoff where it has no script, or the script fails. */
    FailureDecision onFailure(QueueName queue, Failure failure, Content content);
}
