package io.fila.client.admin;

/**
 * One fairness key of a queue with pending messages.
 *
 * @param deficit deliveries the flow may still have in this round; negative after it borrowed
 * @param inFlight messages of this flow that consumers hold
 * @param throttleKey whose bucket is empty, if it waits for tokens; otherwise empty
 */
public record FlowStats(
        String key,
        long pending,
        long deficit,
        long weight,
        long inFlight,
        boolean paused,
        WaitsFor waitsFor,
        String throttleKey) {}
