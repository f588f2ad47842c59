package io.fila.client;

import java.time.Duration;

/**
 * How a producer gathers messages, how many it may have under way, and what it does when the connection breaks.
 *
 * @param batchMessages messages that are sent in one frame at most
 * @param batchBytes bytes of messages in one frame at most; a larger message travels alone
 * @param linger how long a message may wait for company. Zero means: not at all while the way is free, and until it is
 *     free again otherwise
 * @param maxOutstandingMessages messages that may be unconfirmed at any time
 * @param maxOutstandingBytes bytes of messages that may be unconfirmed at any time; a larger message has to be alone
 * @param whenFull what a call does that finds one of the two limits reached
 * @param resend which messages are sent again when the connection broke before they were confirmed
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

    /** Which messages are sent again when nobody knows whether the broker has stored them. */
    public enum Resend {
        /** All: each is stored at least once, and one with a dedup key once as long as its queue remembers the key. */
        ALWAYS,
        /** Those with a dedup key; the others fail with {@link io.fila.client.error.Unconfirmed}. */
        WITH_DEDUP_KEY,
        /** None: each is stored at most once. */
        NEVER
    }

    /** What every broker reads in one frame. A larger one would end the stream, with whatever else is under way on it. */
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
