package io.fila.core.explain;

import java.time.Duration;
import java.util.OptionalLong;

/** How long something in line has to wait if deliveries and tokens go on coming as they do. */
public final class ExpectedWait {
    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    private ExpectedWait() {}

    /**
     * Empty if nobody can tell: somebody has to do something first, or nothing was delivered lately. Consumers have room for
     * what is throttled, so its tokens decide, however few deliveries they allowed lately.
     */
    public static OptionalLong nanos(Standing.Ready at, DeliveryRate rate, long nowNanos) {
        boolean throttled = false;
        double nanos = 0;
        for (Barrier barrier : at.barriers()) {
            if (barrier instanceof Barrier.Throttle throttle) {
                throttled = true;
                nanos = Math.max(nanos, untilItsToken(throttle, at.before(), nowNanos));
            } else if (!(barrier instanceof Barrier.OnDisk)) {
                return OptionalLong.empty();
            }
        }
        if (!throttled) {
            if (!rate.isKnown()) {
                return OptionalLong.empty();
            }
            nanos = (at.before() + at.othersAhead() + 1) / rate.perSecond() * SECOND;
        }
        return nanos < Long.MAX_VALUE ? OptionalLong.of((long) nanos) : OptionalLong.empty();
    }

    /** Everyone before it takes a token too. */
    private static double untilItsToken(Barrier.Throttle at, long beforeInItsLane, long nowNanos) {
        double opens = at.opensAtNanos() == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : at.opensAtNanos() - nowNanos;
        long others = at.before() + beforeInItsLane;
        return Math.max(0, opens) + (others == 0 ? 0 : others / at.perSecond() * SECOND);
    }
}
