package io.fila.core.message;

/**
 * What a producer asked for besides a place in line.
 *
 * @param delayNanos deliver no sooner than so long after it was accepted; 0 for at once
 * @param notBeforeNanos deliver no sooner than this moment; 0 for at once
 * @param ttlNanos drop it when so much time has passed since it could first have been delivered; 0 for never
 * @param dedupKey no second message with this key while it is alive; empty for no such key
 */
public record Terms(long delayNanos, long notBeforeNanos, long ttlNanos, String dedupKey) {
    public static final Terms NONE = new Terms(0, 0, 0, "");

    /** When it may be delivered if it is accepted now. */
    public long readyAtNanos(long nowNanos) {
        return Math.max(nowNanos + delayNanos, notBeforeNanos);
    }
}
