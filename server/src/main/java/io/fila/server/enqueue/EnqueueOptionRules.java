package io.fila.server.enqueue;

import io.fila.core.Limits;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.reply.Refusal;
import io.fila.core.runtime.Clock;
import io.fila.server.wire.EncodedOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Validates delays, dedup keys and times to live. */
public final class EnqueueOptionRules {
    /** No message waits or lasts longer than this; more is refused with INVALID_ARGUMENT. */
    public static final Duration LONGEST = Duration.ofDays(3653);

    /** Two clocks that differ by less go on at their own pace, and none of them was set. */
    private static final Duration STEP = Duration.ofSeconds(1);

    private EnqueueOptionRules() {}

    /** What speaks against the options of a message that comes now, or null if nothing does. */
    public static @Nullable Refusal objection(EncodedOptions options, long nowNanos) {
        if (options.isNone()) {
            return null;
        }
        if (options.timed() && options.delayMillis() != 0) {
            return Refusal.invalid("Expected delay_ms or deliver_at but found both; send one of them.");
        }
        if (options.timed() && options.deliverAtNanos() > nowNanos + LONGEST.toNanos()) {
            return Refusal.invalid(
                    "Expected deliver_at at most ten years ahead but it is later; choose an earlier time.");
        }
        Refusal tooLong = tooLong("delay_ms", options.delayMillis());
        if (tooLong == null) {
            tooLong = tooLong("ttl_ms", options.ttlMillis());
        }
        if (tooLong != null) {
            return tooLong;
        }
        return dedupKeyObjection(options.dedupKey());
    }

    /** What is wrong with a dedup key, or null if nothing is. */
    public static @Nullable Refusal dedupKeyObjection(String dedupKey) {
        int bytes = dedupKey.getBytes(StandardCharsets.UTF_8).length;
        return bytes <= Limits.DEDUP_KEY_BYTES
                ? null
                : Refusal.invalid("Expected a dedup_key of at most " + Limits.DEDUP_KEY_BYTES + " bytes but found "
                        + bytes + "; send a digest of it.");
    }

    /** What is wrong with a time span given in milliseconds, or null if nothing is. */
    public static @Nullable Refusal tooLong(String what, long millis) {
        return millis >= 0 && millis <= LONGEST.toMillis()
                ? null
                : Refusal.invalid("Expected " + what + " of at most ten years but found "
                        + Long.toUnsignedString(millis) + " ms; send less.");
    }

    /** EnqueueOptions against which nothing speaks, in the broker's time. */
    public static EnqueueOptions read(EncodedOptions options, Clock clock) {
        return options.isNone()
                ? EnqueueOptions.NONE
                : new EnqueueOptions(
                        TimeUnit.MILLISECONDS.toNanos(options.delayMillis()),
                        options.timed() ? Math.max(0, options.deliverAtNanos() + aheadNanos(clock)) : 0,
                        TimeUnit.MILLISECONDS.toNanos(options.ttlMillis()),
                        options.dedupKey());
    }

    /**
     * How far the broker's time is ahead of the wall clock, which deliver_at goes by: a producer that names a moment means
     * that of everybody's clocks, also if the broker's machine had another time when the broker began.
     */
    private static long aheadNanos(Clock clock) {
        long ahead = clock.nowNanos() - clock.wallNanos();
        return Math.abs(ahead) < STEP.toNanos() ? 0 : ahead;
    }
}
