package io.fila.core.gauge;

/**
 * A fairness key of a queue.
 *
 * @param waitsFor the throttle key that one of its lanes waits for; empty if none does
 */
public record KeyGauge(
        String key, long pending, long deficit, long weight, long inFlight, boolean paused, String waitsFor) {}
