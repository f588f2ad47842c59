package io.fila.core.fairness;

import io.fila.core.queue.QueueId;

/** The queue that flows belong to: a lane that is woken, or whose head has expired, finds its way back by it. */
public interface FlowOwner {
    QueueId id();
}
