package io.fila.server.enqueue;

import io.fila.core.message.MessageId;
import io.fila.core.runtime.Clock;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates message ids: increasing UUIDv7s, also within a millisecond. Thread-safe.
 *
 * <p>The 12 bits behind the version count the ids of one millisecond and carry over into the next when they are used up. The
 * 62 bits behind the variant come from a generator with a random start, so that two runs of the broker never meet; they are
 * unique, not secret.
 */
public final class MessageIds {
    private static final int COUNTER_BITS = 12;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long RANDOM_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Clock clock;
    private final AtomicLong lastTick = new AtomicLong();
    private final AtomicLong noise;

    public MessageIds(Clock clock) {
        this(clock, new SecureRandom().nextLong());
    }

    MessageIds(Clock clock, long seed) {
        this.clock = clock;
        this.noise = new AtomicLong(seed);
    }

    public MessageId next() {
        long now = (clock.nowNanos() / NANOS_PER_MILLI) << COUNTER_BITS;
        long tick = lastTick.accumulateAndGet(now, (last, current) -> Math.max(last + 1, current));
        long high = ((tick >>> COUNTER_BITS) << 16) | VERSION | (tick & COUNTER_MASK);
        return new MessageId(high, VARIANT | (mix(noise.addAndGet(GOLDEN_GAMMA)) & RANDOM_MASK));
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
