package io.fila.client.admin;

/**
 * A queue in a list of queues.
 *
 * @param depth pending messages
 * @param inFlight leased messages
 * @param activeConsumers open consumer streams
 * @param leaderNodeId the node that leads the queue; 0 outside a cluster
 * @param paused whether the queue is paused as a whole
 */
public record QueueInfo(
        String name, long depth, long inFlight, long activeConsumers, long leaderNodeId, boolean paused) {}
