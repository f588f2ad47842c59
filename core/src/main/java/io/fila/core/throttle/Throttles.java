package io.fila.core.throttle;

import io.fila.core.timer.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of all throttle keys, shared by all queues. A key without a bucket is not throttled. A lane that finds a throttle
 * closed waits there. Lanes are woken in order, as many at a time as there are tokens, so none is woken in vain.
 */
public final class Throttles<W> {
    /** A key is held no longer than this. */
    public static final Duration MAX_HOLD = Duration.ofDays(1);

    /** Is shown who may go on, and tells whether it still wants its token. */
    @FunctionalInterface
    public interface Wake<W> {
        boolean wake(W waiter, Throttle<W> throttle);
    }

    private final Map<String, Throttle<W>> throttles = new HashMap<>();

    /** The same by name, so that some can be shown without sorting all. */
    private final SortedMap<String, Throttle<W>> sorted = new TreeMap<>();

    private final Timers<Throttle<W>> timers = new Timers<>();

    /** Among others those at which somebody waits for tokens of another broker. */
    private final LinkedHashSet<Throttle<W>> hungry = new LinkedHashSet<>();

    /** Creates a bucket, or changes the rate of the existing one and keeps its tokens. */
    public Throttle<W> set(String key, Rate rate, long nowNanos) {
        Throttle<W> throttle = throttles.get(key);
        if (throttle == null) {
            throttle = add(new Throttle<>(key, new TokenBucket(rate, nowNanos)));
        } else {
            throttle.bucket().update(rate, nowNanos);
            setAlarm(throttle, nowNanos);
        }
        return throttle;
    }

    /** Creates an empty bucket that never fills by itself, or makes the existing one such a bucket; see {@link #credit}. */
    public Throttle<W> borrow(String key, Rate rate, long nowNanos) {
        Rate lent = new Rate(0, rate.burst());
        Throttle<W> known = throttles.get(key);
        Throttle<W> throttle = known == null ? add(new Throttle<>(key, new TokenBucket(lent, nowNanos))) : known;
        if (known == null || known.bucket().rate().perSecond() > 0) {
            throttle.bucket().drain(nowNanos);
        }
        throttle.bucket().update(lent, nowNanos);
        if (throttle.waiting() > 0) {
            hungry.add(throttle);
        }
        setAlarm(throttle, nowNanos);
        return throttle;
    }

    /** Adds tokens that the owner of a bucket has spent; null if there is no such bucket any more. */
    public @Nullable Throttle<W> credit(String key, int tokens, long nowNanos) {
        Throttle<W> throttle = throttles.get(key);
        if (throttle == null || throttle.isTemporary()) {
            return null;
        }
        throttle.bucket().add(tokens, nowNanos);
        if (throttle.waiting() > 0) {
            timers.set(throttle, nowNanos);
        }
        return throttle;
    }

    /** The throttles at which somebody waits for tokens that only {@link #credit} brings. */
    public List<Throttle<W>> hungry() {
        if (hungry.isEmpty()) {
            return List.of();
        }
        hungry.removeIf(throttle -> throttle.waiting() == 0 || throttle.isRemoved() || !throttle.isFilledByOthers());
        return List.copyOf(hungry);
    }

    /** The tokens of a throttle; whoever waits for them is woken, if nobody has been. */
    public long tokensToPass(Throttle<W> throttle, long nowNanos) {
        long tokens = throttle.bucket().wholeTokens(nowNanos);
        if (tokens > 0 && throttle.waiting() > 0) {
            timers.set(throttle, nowNanos);
        }
        return tokens;
    }

    /** Spends tokens for another broker: those set aside for others, and those that nobody here waits for. */
    public Loan lend(Throttle<W> throttle, int wanted, long nowNanos) {
        if (throttle.isTemporary()) {
            return new Loan(0, Long.MAX_VALUE);
        }
        if (throttle.isHeld(nowNanos)) {
            return new Loan(0, throttle.heldUntilNanos() - nowNanos);
        }
        int lent = throttle.takeSetAside(wanted);
        if (throttle.waiting() == 0) {
            int more = (int) Math.min(throttle.bucket().wholeTokens(nowNanos), wanted - lent);
            if (throttle.bucket().tryConsume(more, nowNanos)) {
                lent += more;
            }
        }
        throttle.wantedElsewhere(wanted - lent);
        long next = throttle.bucket().nextTokenAtNanos();
        return new Loan(lent, next == Long.MAX_VALUE ? next : Math.max(0, next - nowNanos));
    }

    public void restore(String key, Rate rate, TokenBucket.Level level, long heldUntilNanos, long nowNanos) {
        Throttle<W> throttle = new Throttle<>(key, new TokenBucket(rate, level, nowNanos));
        throttle.holdUntil(Math.min(heldUntilNanos, nowNanos + MAX_HOLD.toNanos()));
        add(throttle);
        setAlarm(throttle, nowNanos);
    }

    /** Holds a key for a while, for everyone. A key without a bucket gets a temporary throttle. */
    public Throttle<W> hold(String key, long untilNanos, long nowNanos) {
        Throttle<W> found = throttles.get(key);
        Throttle<W> throttle =
                found == null ? add(new Throttle<>(key, new TokenBucket(Rate.UNLIMITED, nowNanos))) : found;
        throttle.holdUntil(untilNanos);
        throttle.bucket().refill(nowNanos);
        setAlarm(throttle, nowNanos);
        return throttle;
    }

    /** Removes the bucket: the key is no longer throttled, and all lanes that waited continue. */
    public boolean remove(String key, Wake<W> woken) {
        Throttle<W> throttle = throttles.remove(key);
        if (throttle == null) {
            return false;
        }
        sorted.remove(key);
        throttle.remove();
        timers.cancel(throttle);
        wakeAll(throttle, woken);
        return true;
    }

    private Throttle<W> add(Throttle<W> throttle) {
        throttles.put(throttle.key(), throttle);
        sorted.put(throttle.key(), throttle);
        return throttle;
    }

    private static <W> void wakeAll(Throttle<W> throttle, Wake<W> woken) {
        for (W waiter = throttle.pollFirst(); waiter != null; waiter = throttle.pollFirst()) {
            woken.wake(waiter, throttle);
        }
    }

    public @Nullable Throttle<W> find(String key) {
        return throttles.get(key);
    }

    public int size() {
        return throttles.size();
    }

    /**
     * The first throttle that does not let one message with these keys pass now, or null if all do. A throttle where others wait is
     * closed to those who have not waited at any: if it were to those whom another throttle has woken too, two waiters could go to
     * and fro between two throttles for ever.
     */
    public @Nullable Throttle<W> closedThrottle(List<String> keys, @Nullable Throttle<W> wokenBy, long nowNanos) {
        for (int i = 0; i < keys.size(); i++) {
            Throttle<W> throttle = throttles.get(keys.get(i));
            if (throttle != null && isClosed(throttle, wokenBy, nowNanos)) {
                return throttle;
            }
        }
        return null;
    }

    private static <W> boolean isClosed(Throttle<W> throttle, @Nullable Throttle<W> wokenBy, long nowNanos) {
        return throttle.isHeld(nowNanos)
                || !throttle.bucket().holds(1, nowNanos)
                || (throttle.waiting() > 0 && wokenBy == null);
    }

    /**
     * Every throttle that keeps the next message of a waiter with these keys back now; see {@link #closedThrottle}. It waits at
     * the first of them, and whoever was woken there stands in no other line.
     */
    public List<Throttle<W>> closedThrottles(
            List<String> keys, W waiter, @Nullable Throttle<W> wokenBy, long nowNanos) {
        List<Throttle<W>> closed = new ArrayList<>();
        Throttle<W> passes = wokenBy;
        for (String key : keys) {
            Throttle<W> throttle = throttles.get(key);
            if (throttle != null && (throttle.waitsHere(waiter) || isClosed(throttle, passes, nowNanos))) {
                closed.add(throttle);
                passes = passes == null ? throttle : passes;
            }
        }
        return closed;
    }

    /** Takes one token for each key that has a bucket; to be called when no throttle is closed. */
    public void take(List<String> keys, long nowNanos, Consumer<Throttle<W>> taken) {
        for (int i = 0; i < keys.size(); i++) {
            Throttle<W> throttle = throttles.get(keys.get(i));
            if (throttle != null && throttle.bucket().tryConsume(1, nowNanos)) {
                taken.accept(throttle);
            }
        }
    }

    /** Takes one token from each of the keys' buckets, or from none. */
    public boolean tryTake(List<String> keys, long nowNanos) {
        if (closedThrottle(keys, null, nowNanos) != null) {
            return false;
        }
        take(keys, nowNanos, throttle -> {});
        return true;
    }

    /** Lets a waiter stand in line; one who had been woken and came too late stands at the front again. */
    public void join(Throttle<W> throttle, W waiter, boolean wasWoken, long nowNanos) {
        if (wasWoken) {
            throttle.joinFirst(waiter);
        } else {
            throttle.joinLast(waiter);
        }
        if (throttle.isFilledByOthers()) {
            hungry.add(throttle);
        }
        if (!throttle.isSet()) {
            setAlarm(throttle, nowNanos);
        }
    }

    /** Lets a waiter that needs no token any more leave the line of a throttle. */
    public void leave(Throttle<W> throttle, W waiter) {
        if (throttle.leave(waiter) && throttle.waiting() == 0 && !throttle.isTemporary()) {
            timers.cancel(throttle);
        }
    }

    /** Lets waiters leave the line of a throttle for good. */
    public void leave(Throttle<W> throttle, Predicate<W> whoever) {
        throttle.leave(whoever);
        if (throttle.waiting() == 0 && !throttle.isTemporary()) {
            timers.cancel(throttle);
        }
    }

    /** The same where no other broker wants tokens. */
    public void wakeDue(long nowNanos, int limit, Wake<W> woken, Consumer<Throttle<W>> lifted) {
        wakeDue(nowNanos, limit, woken, lifted, throttle -> {});
    }

    /**
     * Wakes those whose tokens have come, about {@code limit} throttles and waiters at a time; what is left goes off again at once.
     *
     * @param woken is shown each of them, and tells whether it still wants its token
     * @param lifted is shown throttles that were only there for a hold and are gone
     * @param spent is shown throttles of which a token was set aside for other brokers
     */
    public void wakeDue(
            long nowNanos, int limit, Wake<W> woken, Consumer<Throttle<W>> lifted, Consumer<Throttle<W>> spent) {
        int left = limit;
        for (Throttle<W> throttle = timers.pollDue(nowNanos); throttle != null; throttle = timers.pollDue(nowNanos)) {
            boolean isOver = throttle.isTemporary() && !throttle.isHeld(nowNanos);
            if (tokens(throttle, nowNanos) > 0 && throttle.isNextForOthers()) {
                throttle.bucket().tryConsume(1, nowNanos);
                throttle.setAside();
                spent.accept(throttle);
            }
            left -= 1 + wake(throttle, isOver ? Long.MAX_VALUE : tokens(throttle, nowNanos), left, nowNanos, woken);
            if (isOver && throttle.waiting() == 0) {
                remove(throttle.key(), woken);
                lifted.accept(throttle);
            }
            if (left <= 0) {
                return;
            }
        }
    }

    private static long tokens(Throttle<?> throttle, long nowNanos) {
        return throttle.isHeld(nowNanos) ? 0 : throttle.bucket().wholeTokens(nowNanos);
    }

    /** Wakes as many as there are tokens for; tells how many it asked to find them. */
    private int wake(Throttle<W> throttle, long tokens, int limit, long nowNanos, Wake<W> woken) {
        long left = tokens;
        int asked = 0;
        for (; left > 0 && asked < limit; asked++) {
            W waiter = throttle.pollFirst();
            if (waiter == null) {
                break;
            }
            if (woken.wake(waiter, throttle)) {
                left--;
            }
        }
        if (left > 0 && throttle.waiting() > 0) {
            timers.set(throttle, nowNanos);
        } else {
            setAlarm(throttle, nowNanos);
        }
        return asked;
    }

    public long nextDueNanos() {
        return timers.nextDueNanos();
    }

    /** Every bucket, sorted by key. */
    public Iterable<Throttle<W>> all() {
        return sorted.values();
    }

    /** Tokens that are there and not taken wake others only when the next one comes, so a throttle goes off once a token. */
    private void setAlarm(Throttle<W> throttle, long nowNanos) {
        timers.cancel(throttle);
        if (throttle.waiting() > 0 || throttle.isTemporary()) {
            long due = opensAtNanos(throttle, nowNanos);
            if (due != Long.MAX_VALUE) {
                timers.set(throttle, due);
            }
        }
    }

    /** When a throttle next lets somebody pass; {@link Long#MAX_VALUE} for never. */
    public static long opensAtNanos(Throttle<?> throttle, long nowNanos) {
        boolean onlyTheHold = throttle.isHeld(nowNanos) && throttle.bucket().holds(1, nowNanos);
        if (onlyTheHold || throttle.isTemporary()) {
            return throttle.heldUntilNanos();
        }
        throttle.bucket().refill(nowNanos);
        return Math.max(throttle.heldUntilNanos(), throttle.bucket().nextTokenAtNanos());
    }
}
