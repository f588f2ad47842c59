package io.fila.simulator.model;

import io.fila.core.throttle.Throttles;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The throttle keys that consumers asked to be held, and until when. */
public final class KnownHolds {
    private final Map<String, Long> untilNanos = new TreeMap<>();

    /** The keys that are held, or whose hold is over and may not be forgotten yet. */
    public Collection<String> keys() {
        return untilNanos.keySet();
    }

    /** When the hold of a key ends or ended; 0 if there is none. */
    public long untilNanos(String key) {
        return untilNanos.getOrDefault(key, 0L);
    }

    public boolean isHeld(String key, long nowNanos) {
        return nowNanos < untilNanos(key);
    }

    boolean knows(String key) {
        return untilNanos.containsKey(key);
    }

    void hold(String key, long until) {
        untilNanos.merge(key, until, Math::max);
    }

    void lift(String key) {
        untilNanos.remove(key);
    }

    /** No hold lasts longer than it may, even if the clock was ahead when it began. */
    void restart(long nowNanos) {
        long longest = nowNanos + Throttles.MAX_HOLD.toNanos();
        untilNanos.replaceAll((key, until) -> Math.min(until, longest));
    }

    /** A hold that is over stays known with its bucket; one of a key without a bucket is forgotten some time. */
    void forgetThoseOver(long nowNanos, Predicate<String> stillKnown) {
        untilNanos.entrySet().removeIf(hold -> hold.getValue() <= nowNanos && !stillKnown.test(hold.getKey()));
    }

    @Override
    public String toString() {
        return untilNanos.toString();
    }
}
