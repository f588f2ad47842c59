package io.fila.client;

import java.time.Duration;

/**
 * How a producer batches messages, how many may be unconfirmed, and what it does when the connection breaks.
 *
 * @param batchMessages the most messages in one frame
 * @param batchBytes the most bytes of messages in one frame; a larger message has a frame of its own
 * @param linger how long a message waits for others. Zero means that it waits only while frames are in flight
 * @param maxOutstandingMessages the most unconfirmed messages
 * @param maxOutstandingBytes the most unconfirmed bytes; a larger message is sent alone
 * @param whenFull what a call does at one of these limits
 * @param resend which messages are sent again if the connection breaks before they are confirmed
 * @param deliveryTimeout how long a message may stay unconfirmed, reconnects included
 */
public record ProducerOptions(
        int batchMessages,
        int batchBytes,
        Duration linger,
        int maxOutstandingMessages,
        long maxOutstandingBytes,
        WhenFull whenFull,
        Resend resend,
        Duration deliveryTimeout) {

    /** What a call does when too much is unconfirmed. */
    public enum WhenFull {
        /** It waits until there is room. */
        BLOCK,
        /** It fails at once with {@link io.fila.client.error.ProducerFull}. */
        REFUSE
    }

    /** Which messages are sent again if it is unknown whether the broker stored them. */
    public enum Resend {
        /** All: each is stored at least once, and one with a dedup key once as long as its queue remembers the key. */
        ALWAYS,
        /** Those with a dedup key; the others fail with {@link io.fila.client.error.Unconfirmed}. */
        WITH_DEDUP_KEY,
        /** None: each is stored at most once. */
        NEVER
    }

    /** The largest frame that every broker accepts. A larger one would end the stream with everything on it. */
    public static final int MAX_BATCH_BYTES = 16 << 20;

    public static final ProducerOptions DEFAULT = new ProducerOptions(
            256, 1 << 20, Duration.ZERO, 10_000, 64L << 20, WhenFull.BLOCK, Resend.ALWAYS, Duration.ofSeconds(30));

    public ProducerOptions {
        positive(batchMessages, "a batch");
        positive(batchBytes, "bytes a batch");
        if (batchBytes > MAX_BATCH_BYTES) {
            throw new IllegalArgumentException(
                    "Expected at most " + MAX_BATCH_BYTES + " bytes a batch but found " + batchBytes);
        }
        positive(maxOutstandingMessages, "outstanding messages");
        positive(maxOutstandingBytes, "outstanding bytes");
        if (linger.isNegative()) {
            throw new IllegalArgumentException("Expected a linger of zero or more but found " + linger);
        }
        if (deliveryTimeout.isNegative() || deliveryTimeout.isZero()) {
            throw new IllegalArgumentException("Expected a delivery timeout above zero but found " + deliveryTimeout);
        }
    }

    public ProducerOptions withBatch(int messages, int bytes) {
        return new ProducerOptions(
                messages,
                bytes,
                linger,
                maxOutstandingMessages,
                maxOutstandingBytes,
                whenFull,
                resend,
                deliveryTimeout);
    }

    public ProducerOptions withLinger(Duration newLinger) {
        return new ProducerOptions(
                batchMessages,
                batchBytes,
                newLinger,
                maxOutstandingMessages,
                maxOutstandingBytes,
                whenFull,
                resend,
                deliveryTimeout);
    }

    public ProducerOptions withMaxOutstanding(int messages, long bytes) {
        return new ProducerOptions(
                batchMessages, batchBytes, linger, messages, bytes, whenFull, resend, deliveryTimeout);
    }

    public ProducerOptions withWhenFull(WhenFull choice) {
        return new ProducerOptions(
                batchMessages,
                batchBytes,
                linger,
                maxOutstandingMessages,
                maxOutstandingBytes,
                choice,
                resend,
                deliveryTimeout);
    }

    public ProducerOptions withResend(Resend choice) {
        return new ProducerOptions(
                batchMessages,
                batchBytes,
                linger,
                maxOutstandingMessages,
                maxOutstandingBytes,
                whenFull,
                choice,
                deliveryTimeout);
    }

    public ProducerOptions withDeliveryTimeout(Duration timeout) {
        return new ProducerOptions(
                batchMessages,
                batchBytes,
                linger,
                maxOutstandingMessages,
                maxOutstandingBytes,
                whenFull,
                resend,
                timeout);
    }

    private static void positive(long value, String what) {
        if (value < 1) {
            throw new IllegalArgumentException("Expected at least 1 for " + what + " but found " + value);
        }
    }
}
