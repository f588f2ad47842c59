package io.fila.core.queue;

import java.util.List;

/**
 * Statistics of one queue at one moment.
 *
 * @param quantum the most deliveries per round for a key of weight 1
 * @param effectiveQuantum what it gets in this round
 * @param scheduled messages that wait for their moment; they are not part of the depth
 */
public record QueueStats(
        long depth,
        long inFlight,
        long activeKeys,
        int consumers,
        int quantum,
        int effectiveQuantum,
        List<KeyStats> keys,
        List<ThrottleStats> throttles,
        long scheduled,
        Doings doings,
        boolean paused,
        List<String> pausedKeys,
        QueueConfig config) {
    /** The same with these throttles. */
    public QueueStats with(List<ThrottleStats> others) {
        return new QueueStats(
                depth,
                inFlight,
                activeKeys,
                consumers,
                quantum,
                effectiveQuantum,
                keys,
                others,
                scheduled,
                doings,
                paused,
                pausedKeys,
                config);
    }

    /**
     * Counts of what happened to messages since the broker started, besides deliveries.
     *
     * @param fallbacks those that were stored, here or as dead letters, although their script failed or was bypassed
     */
    public record Doings(long expired, long dropped, long duplicates, long fallbacks) {}

    /** One throttle key: one that pending messages of the queue have to pass, or any other that has a bucket. */
    public record ThrottleStats(String key, double tokens, double ratePerSecond, double burst) {}

    /**
     * One fairness key with pending messages.
     *
     * @param throttleKey whose bucket is empty, if it waits for tokens; otherwise empty
     */
    public record KeyStats(
            String key,
            long pending,
            long deficit,
            long weight,
            long inFlight,
            boolean paused,
            WaitsFor waitsFor,
            String throttleKey) {}
}
