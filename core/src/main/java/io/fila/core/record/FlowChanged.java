package io.fila.core.record;

import io.fila.core.queue.QueueId;

/**
 * How a flow stands: what a restart needs to know of it without counting its messages.
 *
 * @param pending messages waiting in it; 0 means that the flow is gone
 * @param lastPosition the position of the newest of them
 */
public record FlowChanged(QueueId queue, String fairnessKey, long weight, long pending, long lastPosition)
        implements Record {}
