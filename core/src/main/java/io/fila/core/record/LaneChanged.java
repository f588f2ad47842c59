package io.fila.core.record;

import io.fila.core.queue.QueueId;

/**
 * The state of a lane: what a restart needs to know without counting its messages.
 *
 * @param weight the weight of the flow it belongs to
 * @param pending messages waiting in it; 0 means that the lane is gone
 * @param lastPosition the position of the newest of them
 */
public record LaneChanged(QueueId queue, String fairnessKey, String lane, long weight, long pending, long lastPosition)
        implements Record {}
