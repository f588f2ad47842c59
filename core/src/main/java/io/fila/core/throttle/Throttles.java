package io.fila.core.throttle;

import io.fila.core.timer.Timers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of all throttle keys, shared by all queues. A key without a bucket is not throttled. Who finds a gate closed
 * waits at it and is woken in order, as many at a time as there are tokens, so nobody asks in vain.
 */
public final class Throttles<W> {
    private final Map<String, Gate<W>> gates = new HashMap<>();
    private final Timers<Gate<W>> timers = new Timers<>();

    /** Makes a bucket, or changes the rate of the one there is and keeps its tokens. */
    public Gate<W> set(String key, Rate rate, long nowNanos) {
        Gate<W> gate = gates.get(key);
        if (gate == null) {
            gate = new Gate<>(key, new TokenBucket(rate, nowNanos));
            gates.put(key, gate);
        } else {
            gate.bucket().update(rate, nowNanos);
            setAlarm(gate, nowNanos);
        }
        return gate;
    }

    public void restore(String key, Rate rate, TokenBucket.Level level, long nowNanos) {
        gates.put(key, new Gate<>(key, new TokenBucket(rate, level, nowNanos)));
    }

    /** Takes the bucket away: the key is not throttled any more, and all who waited go on. */
    public boolean remove(String key, BiConsumer<W, Gate<W>> woken) {
        Gate<W> gate = gates.remove(key);
        if (gate == null) {
            return false;
        }
        gate.remove();
        timers.cancel(gate);
        for (W waiter = gate.pollFirst(); waiter != null; waiter = gate.pollFirst()) {
            woken.accept(waiter, gate);
        }
        return true;
    }

    public @Nullable Gate<W> find(String key) {
        return gates.get(key);
    }

    public int size() {
        return gates.size();
    }

    /**
     * The first gate that does not let one message with these keys pass now, or null if all do. A gate where others wait is
     * closed to those who have not waited at any: if it were to those whom another gate has woken too, two waiters could go to
     * and fro between two gates for ever.
     */
    public @Nullable Gate<W> closedGate(List<String> keys, @Nullable Gate<W> wokenBy, long nowNanos) {
        for (int i = 0; i < keys.size(); i++) {
            Gate<W> gate = gates.get(keys.get(i));
            if (gate != null && (!gate.bucket().holds(1, nowNanos) || (gate.waiting() > 0 && wokenBy == null))) {
                return gate;
            }
        }
        return null;
    }

    /** Takes one token for each key that has a bucket; to be called when no gate is closed. */
    public void take(List<String> keys, long nowNanos, Consumer<Gate<W>> taken) {
        for (int i = 0; i < keys.size(); i++) {
            Gate<W> gate = gates.get(keys.get(i));
            if (gate != null && gate.bucket().tryConsume(1, nowNanos)) {
                taken.accept(gate);
            }
        }
    }

    /** Takes one token from each of the keys' buckets, or from none. */
    public boolean tryTake(List<String> keys, long nowNanos) {
        if (closedGate(keys, null, nowNanos) != null) {
            return false;
        }
        take(keys, nowNanos, gate -> {});
        return true;
    }

    /** Lets a waiter stand in line; one who had been woken and came too late stands at the front again. */
    public void join(Gate<W> gate, W waiter, boolean wasWoken, long nowNanos) {
        if (wasWoken) {
            gate.joinFirst(waiter);
        } else {
            gate.joinLast(waiter);
        }
        if (!gate.isSet()) {
            setAlarm(gate, nowNanos);
        }
    }

    /** Lets waiters leave the line of a gate for good. */
    public void leave(Gate<W> gate, Predicate<W> whoever) {
        gate.leave(whoever);
        if (gate.waiting() == 0) {
            timers.cancel(gate);
        }
    }

    /** Wakes those whose tokens have come; at most {@code limit} gates at a time. True if there may be more. */
    public boolean wakeDue(long nowNanos, int limit, BiConsumer<W, Gate<W>> woken) {
        for (int i = 0; i < limit; i++) {
            Gate<W> gate = timers.pollDue(nowNanos);
            if (gate == null) {
                return false;
            }
            wake(gate, nowNanos, woken);
        }
        return timers.nextDueNanos() <= nowNanos;
    }

    private void wake(Gate<W> gate, long nowNanos, BiConsumer<W, Gate<W>> woken) {
        for (long tokens = gate.bucket().wholeTokens(nowNanos); tokens > 0; tokens--) {
            W waiter = gate.pollFirst();
            if (waiter == null) {
                return;
            }
            woken.accept(waiter, gate);
        }
        setAlarm(gate, nowNanos);
    }

    public long nextDueNanos() {
        return timers.nextDueNanos();
    }

    /** Shows every bucket, sorted by key. */
    public void forEach(Consumer<Gate<W>> visitor) {
        new TreeMap<>(gates).values().forEach(visitor);
    }

    /** Tokens that are there and not taken wake others only when the next one comes, so a gate goes off once a token. */
    private void setAlarm(Gate<W> gate, long nowNanos) {
        timers.cancel(gate);
        if (gate.waiting() > 0) {
            gate.bucket().refill(nowNanos);
            long due = gate.bucket().nextTokenAtNanos();
            if (due != Long.MAX_VALUE) {
                timers.set(gate, due);
            }
        }
    }
}
