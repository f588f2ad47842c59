package io.fila.server.access;

import io.fila.core.access.KeyLimits;
import io.fila.core.reply.Refusal;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The recent use of one key over all connections, compared with the key's limits, or with the part of them that one of several brokers
 * has. Thread-safe.
 */
final class KeyBudget {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int brokers;
    private final AtomicInteger streams = new AtomicInteger();

    // A second's worth may be asked for at once; beyond that there is debt, and nothing until it is paid.
    private double messages;
    private double bytes;
    private long atNanos;
    private boolean begun;

    /** @param brokers that have a part of the limits each */
    KeyBudget(int brokers) {
        this.brokers = brokers;
    }

    /** Takes a message of so many bytes, or tells why not and when to try again. */
    synchronized @Nullable Refusal take(KeyLimits limits, int size, long nowNanos) {
        double seconds = begun ? Math.max(0, (nowNanos - atNanos) / NANOS_PER_SECOND) : 1;
        begun = true;
        atNanos = nowNanos;
        messages = refilled(messages, limits.enqueuesPerSecond(), seconds);
        bytes = refilled(bytes, limits.bytesPerSecond(), seconds);
        Refusal objection = objection(messages, 1, limits.enqueuesPerSecond(), "messages");
        if (objection == null) {
            objection = objection(bytes, Double.MIN_VALUE, limits.bytesPerSecond(), "bytes");
        }
        if (objection == null) {
            messages -= 1;
            bytes -= size;
        }
        return objection;
    }

    private double refilled(double level, long perSecond, double seconds) {
        double own = (double) perSecond / brokers;
        // A part of one message or byte is no use: it is saved up until it is one.
        return perSecond == 0 ? 0 : Math.min(Math.max(1, own), level + seconds * own);
    }

    private @Nullable Refusal objection(double level, double needed, long perSecond, String what) {
        if (perSecond == 0 || level >= needed) {
            return null;
        }
        long retryAfterNanos = (long) Math.ceil((needed - level) / perSecond * brokers * NANOS_PER_SECOND);
        return Refusal.exhausted(
                "Expected at most " + perSecond + " " + what + " a second with this key" + part()
                        + " but there were that many; try again a little later.",
                Math.max(1, retryAfterNanos));
    }

    private String part() {
        return brokers == 1 ? "" : ", a part of them on each of the " + brokers + " shards,";
    }

    /** Counts a stream that is being opened; false if it is one too many. It counts until it is closed all the same. */
    boolean open(KeyLimits limits) {
        int open = streams.incrementAndGet();
        return limits.streams() == 0 || open <= Math.ceilDiv(limits.streams(), brokers);
    }

    void closed() {
        streams.decrementAndGet();
    }
}
