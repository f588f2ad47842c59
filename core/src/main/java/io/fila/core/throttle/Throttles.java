package io.fila.core.throttle;

import io.fila.core.timer.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of all throttle keys, shared by all queues. A key without a bucket is not throttled. A lane that finds a gate
 * closed waits there. Lanes are woken in order, as many at a time as there are tokens, so none is woken in vain.
 */
public final class Throttles<W> {
    /** A key is held no longer than this. */
    public static final Duration MAX_HOLD = Duration.ofDays(1);

    /** Is shown who may go on, and tells whether it still wants its token. */
    @FunctionalInterface
    public interface Wake<W> {
        boolean wake(W waiter, Gate<W> gate);
    }

    private final Map<String, Gate<W>> gates = new HashMap<>();

    /** The same by name, so that some can be shown without sorting all. */
    private final SortedMap<String, Gate<W>> sorted = new TreeMap<>();

    private final Timers<Gate<W>> timers = new Timers<>();

    /** Creates a bucket, or changes the rate of the existing one and keeps its tokens. */
    public Gate<W> set(String key, Rate rate, long nowNanos) {
        Gate<W> gate = gates.get(key);
        if (gate == null) {
            gate = add(new Gate<>(key, new TokenBucket(rate, nowNanos)));
        } else {
            gate.bucket().update(rate, nowNanos);
            setAlarm(gate, nowNanos);
        }
        return gate;
    }

    public void restore(String key, Rate rate, TokenBucket.Level level, long heldUntilNanos, long nowNanos) {
        Gate<W> gate = new Gate<>(key, new TokenBucket(rate, level, nowNanos));
        gate.holdUntil(Math.min(heldUntilNanos, nowNanos + MAX_HOLD.toNanos()));
        add(gate);
        setAlarm(gate, nowNanos);
    }

    /** Holds a key for a while, for everyone. A key without a bucket gets a temporary gate. */
    public Gate<W> hold(String key, long untilNanos, long nowNanos) {
        Gate<W> found = gates.get(key);
        Gate<W> gate = found == null ? add(new Gate<>(key, new TokenBucket(Rate.UNLIMITED, nowNanos))) : found;
        gate.holdUntil(untilNanos);
        gate.bucket().refill(nowNanos);
        setAlarm(gate, nowNanos);
        return gate;
    }

    /** Removes the bucket: the key is no longer throttled, and all lanes that waited continue. */
    public boolean remove(String key, Wake<W> woken) {
        Gate<W> gate = gates.remove(key);
        if (gate == null) {
            return false;
        }
        sorted.remove(key);
        gate.remove();
        timers.cancel(gate);
        wakeAll(gate, woken);
        return true;
    }

    private Gate<W> add(Gate<W> gate) {
        gates.put(gate.key(), gate);
        sorted.put(gate.key(), gate);
        return gate;
    }

    private static <W> void wakeAll(Gate<W> gate, Wake<W> woken) {
        for (W waiter = gate.pollFirst(); waiter != null; waiter = gate.pollFirst()) {
            woken.wake(waiter, gate);
        }
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
            if (gate != null && isClosed(gate, wokenBy, nowNanos)) {
                return gate;
            }
        }
        return null;
    }

    private static <W> boolean isClosed(Gate<W> gate, @Nullable Gate<W> wokenBy, long nowNanos) {
        return gate.isHeld(nowNanos) || !gate.bucket().holds(1, nowNanos) || (gate.waiting() > 0 && wokenBy == null);
    }

    /** Every gate that keeps the next message of a waiter with these keys back now; see {@link #closedGate}. */
    public List<Gate<W>> closedGates(List<String> keys, W waiter, @Nullable Gate<W> wokenBy, long nowNanos) {
        List<Gate<W>> closed = new ArrayList<>();
        for (String key : keys) {
            Gate<W> gate = gates.get(key);
            if (gate != null && (gate.waitsHere(waiter) || isClosed(gate, wokenBy, nowNanos))) {
                closed.add(gate);
            }
        }
        return closed;
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

    /** Lets a waiter that needs no token any more leave the line of a gate. */
    public void leave(Gate<W> gate, W waiter) {
        if (gate.leave(waiter) && gate.waiting() == 0 && !gate.isTemporary()) {
            timers.cancel(gate);
        }
    }

    /** Lets waiters leave the line of a gate for good. */
    public void leave(Gate<W> gate, Predicate<W> whoever) {
        gate.leave(whoever);
        if (gate.waiting() == 0 && !gate.isTemporary()) {
            timers.cancel(gate);
        }
    }

    /**
     * Wakes those whose tokens have come, about {@code limit} gates and waiters at a time; what is left goes off again at once.
     *
     * @param woken is shown each of them, and tells whether it still wants its token
     * @param lifted is shown gates that were only there for a hold and are gone
     */
    public void wakeDue(long nowNanos, int limit, Wake<W> woken, Consumer<Gate<W>> lifted) {
        int left = limit;
        for (Gate<W> gate = timers.pollDue(nowNanos); gate != null; gate = timers.pollDue(nowNanos)) {
            boolean isOver = gate.isTemporary() && !gate.isHeld(nowNanos);
            left -= 1 + wake(gate, isOver ? Long.MAX_VALUE : tokens(gate, nowNanos), left, nowNanos, woken);
            if (isOver && gate.waiting() == 0) {
                remove(gate.key(), woken);
                lifted.accept(gate);
            }
            if (left <= 0) {
                return;
            }
        }
    }

    private static long tokens(Gate<?> gate, long nowNanos) {
        return gate.isHeld(nowNanos) ? 0 : gate.bucket().wholeTokens(nowNanos);
    }

    /** Wakes as many as there are tokens for; tells how many it asked to find them. */
    private int wake(Gate<W> gate, long tokens, int limit, long nowNanos, Wake<W> woken) {
        long left = tokens;
        int asked = 0;
        for (; left > 0 && asked < limit; asked++) {
            W waiter = gate.pollFirst();
            if (waiter == null) {
                break;
            }
            if (woken.wake(waiter, gate)) {
                left--;
            }
        }
        if (left > 0 && gate.waiting() > 0) {
            timers.set(gate, nowNanos);
        } else {
            setAlarm(gate, nowNanos);
        }
        return asked;
    }

    public long nextDueNanos() {
        return timers.nextDueNanos();
    }

    /** Every bucket, sorted by key. */
    public Iterable<Gate<W>> all() {
        return sorted.values();
    }

    /** Tokens that are there and not taken wake others only when the next one comes, so a gate goes off once a token. */
    private void setAlarm(Gate<W> gate, long nowNanos) {
        timers.cancel(gate);
        if (gate.waiting() > 0 || gate.isTemporary()) {
            long due = opensAtNanos(gate, nowNanos);
            if (due != Long.MAX_VALUE) {
                timers.set(gate, due);
            }
        }
    }

    /** When a gate next lets somebody pass; {@link Long#MAX_VALUE} for never. */
    public static long opensAtNanos(Gate<?> gate, long nowNanos) {
        boolean onlyTheHold = gate.isHeld(nowNanos) && gate.bucket().holds(1, nowNanos);
        if (onlyTheHold || gate.isTemporary()) {
            return gate.heldUntilNanos();
        }
        gate.bucket().refill(nowNanos);
        return Math.max(gate.heldUntilNanos(), gate.bucket().nextTokenAtNanos());
    }
}
