package io.fila.server.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits log lines about one thing: writes the first, then none for a while, then one with the number of those suppressed.
 * Thread-safe.
 */
public final class LineLimit<T> {
    /** A line of this kind is not written. */
    public static final long NONE = -1;

    /** How long a thing is quiet after a line of its own, unless somebody says otherwise. */
    static final Duration QUIET = Duration.ofSeconds(10);

    /** Things whose last line is remembered; with more, all are forgotten and may have a line sooner. */
    static final int THINGS = 10_000;

    private final Duration quiet;
    private final LongSupplier nanoTime;
    private final Map<T, Line> lastLines = new HashMap<>();

    /** The last line about a thing, and how many there would have been since. */
    private static final class Line {
        private final long atNanos;
        private long untold;

        Line(long atNanos) {
            this.atNanos = atNanos;
        }
    }

    public LineLimit(LongSupplier nanoTime) {
        this(QUIET, nanoTime);
    }

    public LineLimit(Duration quiet, LongSupplier nanoTime) {
        this.quiet = quiet;
        this.nanoTime = nanoTime;
    }

    /** How many lines about the thing were kept back until this one, which is written; {@link #NONE} if it is not. */
    public synchronized long admit(T thing) {
        long now = nanoTime.getAsLong();
        Line last = lastLines.get(thing);
        if (last != null && now - last.atNanos < quiet.toNanos()) {
            last.untold++;
            return NONE;
        }
        if (lastLines.size() >= THINGS) {
            lastLines.clear();
        }
        lastLines.put(thing, new Line(now));
        return last == null ? 0 : last.untold;
    }
}
