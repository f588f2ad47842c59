package io.fila.core.queue;

import java.util.List;

/** What can be read off one queue at a moment. */
public record QueueStats(long depth, long inFlight, long activeKeys, int consumers, int quantum, List<KeyStats> keys) {

    /** One fairness key with pending messages. */
    public record KeyStats(String key, long pending, long deficit, long weight) {}
}
