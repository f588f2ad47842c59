package io.fila.client.admin;

/**
 * One fairness key of a queue.
 *
 * @param deficit deliveries the flow may still make in this round; negative after it borrowed ahead
 * @param inFlight messages of this flow that consumers hold
 */
public record FlowStats(String key, long pending, long deficit, long weight, long inFlight, boolean paused) {}
