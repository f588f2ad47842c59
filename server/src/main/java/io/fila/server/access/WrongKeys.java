package io.fila.server.access;

import io.fila.server.log.LineLimit;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts wrong keys by address. The first few are answered at once; further ones are delayed. Valid keys are never slowed down.
 * Thread-safe.
 */
public final class WrongKeys {
    private static final Logger log = LoggerFactory.getLogger(WrongKeys.class);

    /** Wrong keys from an address before its answers are delayed. */
    private static final int FREE = 10;

    /** How fast those are forgotten. */
    private static final Duration FORGIVEN_AFTER = Duration.ofSeconds(1);

    /** How long a delayed answer waits. */
    static final Duration DELAY = Duration.ofSeconds(1);

    /** Delayed answers of one address at once; further ones are not worth the memory and come at once. */
    private static final int WAITING = 1_000;

    /** Addresses that are remembered; the one that was quiet for longest is forgotten. */
    private static final int ADDRESSES = 10_000;

    /** How often the log says something about wrong keys. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private final Map<InetAddress, Offender> offenders = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Offender> eldest) {
            return size() > ADDRESSES;
        }
    };
    private final AtomicLong count = new AtomicLong();
    private final LineLimit<String> lines;

    private static final class Offender {
        private double shown;
        private long atNanos;
        private int waiting;
    }

    WrongKeys(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lines = new LineLimit<>(QUIET, nanoTime);
    }

    /** Wrong keys so far. */
    public long count() {
        return count.get();
    }

    /** Notes a wrong or missing key, and tells how long its answer is to wait; after that {@link #answered} is to be called. */
    public Duration note(@Nullable InetAddress from) {
        count.incrementAndGet();
        synchronized (offenders) {
            long now = nanoTime.getAsLong();
            logSeldom(from);
            if (from == null) {
                return Duration.ZERO;
            }
            Offender known = offenders.computeIfAbsent(from, address -> new Offender());
            double forgiven = (double) (now - known.atNanos) / FORGIVEN_AFTER.toNanos();
            known.shown = Math.max(0, known.shown - forgiven) + 1;
            known.atNanos = now;
            if (known.shown <= FREE || known.waiting >= WAITING) {
                return Duration.ZERO;
            }
            known.waiting++;
            return DELAY;
        }
    }

    /** A delayed answer went out. */
    public void answered(@Nullable InetAddress from) {
        synchronized (offenders) {
            Offender known = from == null ? null : offenders.get(from);
            if (known != null && known.waiting > 0) {
                known.waiting--;
            }
        }
    }

    /** Whoever shows many wrong keys must not fill the log: all of them are one thing to it. */
    private void logSeldom(@Nullable InetAddress from) {
        long untold = lines.admit("wrong keys");
        if (untold != LineLimit.NONE) {
            log.warn(
                    "Calls without a valid key since the last line of this kind: {}, the last of them from {}.",
                    untold + 1,
                    from == null ? "an unknown address" : from.getHostAddress());
        }
    }
}
