package io.fila.client;

/**
 * How many messages a consumer asks for ahead: twice as many when it has to wait again and again although the broker sends
 * many, half as many when messages wait here for a good part of their lease. So a fast consumer is not held up by the way to
 * the broker, and a slow one does not sit on what others could do. Guarded by the consumer's lock.
 */
final class Appetite {
    /** Messages ahead to begin with. */
    private static final int FIRST = 16;

    /** Bytes ahead at most, judged by the latest message and by the average of the latest ones, whichever is larger. */
    private static final double MAX_BYTES = 16 << 20;

    /** What a message counts in that average. */
    private static final double SHARE = 1.0 / 16;

    /** The part of a lease that a message may wait here before fewer are asked for. */
    private static final int PATIENCE = 4;

    private final int most;
    private int messages;
    private long sinceEmpty;
    private int latestBytes = 1;
    private double averageBytes;

    Appetite(int most) {
        this.most = most;
        messages = Math.min(FIRST, most);
    }

    /** Messages to ask for ahead. */
    int messages() {
        return (int) Math.max(1, Math.min(messages, MAX_BYTES / Math.max(latestBytes, averageBytes)));
    }

    /**
     * A message came.
     *
     * @param waiting whether there were none here before. If many came since that was last so, the broker has many, and only
     *     the way to it is too long for what was asked
     */
    void fed(boolean waiting, int bytes) {
        latestBytes = Math.max(1, bytes);
        averageBytes += (bytes - averageBytes) * SHARE;
        if (waiting) {
            if (sinceEmpty >= Math.max(1, messages / 2)) {
                messages = (int) Math.min(most, messages * 2L);
            }
            sinceEmpty = 0;
        }
        sinceEmpty++;
    }

    /** A message was taken that has waited here; a lease of zero is one of unknown length. */
    void taken(long waitedNanos, long leaseNanos) {
        if (leaseNanos > 0 && waitedNanos > leaseNanos / PATIENCE) {
            messages = Math.max(1, messages / 2);
        }
    }
}
