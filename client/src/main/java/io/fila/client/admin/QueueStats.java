package io.fila.client.admin;

import java.util.List;

/**
 * The state of one queue.
 *
 * @param depth pending messages
 * @param inFlight leased messages
 * @param activeFairnessKeys flows that have pending messages
 * @param activeConsumers open consumer streams
 * @param quantum the most deliveries per round for a flow of weight 1
 * @param effectiveQuantum the same for this round, which is as short as the traffic allows; 0 if the broker does not report it
 * @param leaderNodeId the node that leads the queue; 0 outside a cluster
 * @param replicationCount nodes that hold a copy of the queue; 0 outside a cluster
 * @param scheduled scheduled messages, such as delayed retries
 * @param scriptFailures how often the queue's scripts have failed since the broker started
 * @param scriptsBypassed whether they are bypassed now because they failed too often in a row
 * @param paused whether the queue is paused as a whole
 * @param pausedKeys fairness keys that are paused, sorted
 * @param expired messages dropped because their time to live ended, since the broker started
 * @param dropped messages dropped because the queue was full, since the broker started
 * @param duplicates enqueues that met a message with the same dedup key, since the broker started
 * @param scriptFallbacks messages accepted, here or as dead letters, although the queue's script failed or was bypassed,
 *     since the broker started
 * @param config the queue's settings
 */
public record QueueStats(
        long depth,
        long inFlight,
        long activeFairnessKeys,
        long activeConsumers,
        long quantum,
        long effectiveQuantum,
        List<FlowStats> flows,
        List<ThrottleStats> throttles,
        long leaderNodeId,
        long replicationCount,
        long scheduled,
        long scriptFailures,
        boolean scriptsBypassed,
        boolean paused,
        List<String> pausedKeys,
        long expired,
        long dropped,
        long duplicates,
        long scriptFallbacks,
        QueueConfig config) {

    public boolean clustered() {
        return leaderNodeId != 0 || replicationCount != 0;
    }
}
