package io.fila.core.message;

/**
 * A producer's delay, dedup key and time to live.
 *
 * @param delayNanos deliver no sooner than this long after it is accepted; 0 means at once
 * @param notBeforeNanos deliver no sooner than this time; 0 means at once
 * @param ttlNanos drop it if it is not delivered within this time after it first could be; 0 means never
 * @param dedupKey no second message with this key while it is alive; empty for no such key
 */
public record EnqueueOptions(long delayNanos, long notBeforeNanos, long ttlNanos, String dedupKey) {
    public static final EnqueueOptions NONE = new EnqueueOptions(0, 0, 0, "");

    /** When it may be delivered if it is accepted now. */
    public long readyAtNanos(long nowNanos) {
        return Math.max(nowNanos + delayNanos, notBeforeNanos);
    }
}
