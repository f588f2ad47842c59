package io.fila.core.throttle;

import io.fila.core.timer.Timer;
import java.util.LinkedHashSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A throttle key's bucket, and the lanes that wait for its tokens, in order. As a timer it fires when the next token is due.
 * While it is held, it is closed even if it has tokens.
 */
public final class Throttle<W> extends Timer {
    private final String key;
    private final TokenBucket bucket;
    private final LinkedHashSet<W> waiting = new LinkedHashSet<>();
    private long heldUntilNanos;
    private int wantedElsewhere;
    private int setAside;
    private boolean nextIsForOthers;
    private boolean noted;
    private boolean removed;

    Throttle(String key, TokenBucket bucket) {
        this.key = key;
        this.bucket = bucket;
    }

    public String key() {
        return key;
    }

    public TokenBucket bucket() {
        return bucket;
    }

    /** Until when nothing passes, whatever the bucket holds. */
    public long heldUntilNanos() {
        return heldUntilNanos;
    }

    public boolean isHeld(long nowNanos) {
        return nowNanos < heldUntilNanos;
    }

    void holdUntil(long untilNanos) {
        heldUntilNanos = Math.max(heldUntilNanos, untilNanos);
    }

    /** It is only here because its key is held; nobody has set a rate. */
    public boolean isTemporary() {
        return bucket.rate().equals(Rate.UNLIMITED);
    }

    /** No token comes by itself: another broker's have to be brought, if there is one. */
    boolean isFilledByOthers() {
        return bucket.rate().perSecond() == 0 && !isTemporary();
    }

    /** Those who wait, the first of them first. */
    public Stream<W> line() {
        return waiting.stream();
    }

    public int waiting() {
        return waiting.size();
    }

    public boolean waitsHere(W waiter) {
        return waiting.contains(waiter);
    }

    /** How many wait before a waiter, or in all if it does not wait here; no more are counted than the limit. */
    public int before(W waiter, int limit) {
        int before = 0;
        for (W other : waiting) {
            if (other.equals(waiter) || before == limit) {
                break;
            }
            before++;
        }
        return before;
    }

    /** Those who wait before a waiter, or all if it does not wait here, the first of them first. */
    public Stream<W> lineBefore(W waiter) {
        return waiting.stream().takeWhile(other -> !other.equals(waiter));
    }

    void joinLast(W waiter) {
        waiting.addLast(waiter);
    }

    void joinFirst(W waiter) {
        waiting.addFirst(waiter);
    }

    void leave(Predicate<W> whoever) {
        waiting.removeIf(whoever);
    }

    /** Whether the waiter was in line. */
    boolean leave(W waiter) {
        return waiting.remove(waiter);
    }

    @Nullable W pollFirst() {
        return waiting.isEmpty() ? null : waiting.removeFirst();
    }

    /** Others want so many tokens that are not there yet. */
    void wantedElsewhere(int count) {
        wantedElsewhere = count;
    }

    /** Whether the next token is for others: every second is, while they want some. */
    boolean isNextForOthers() {
        nextIsForOthers = setAside < wantedElsewhere && !nextIsForOthers;
        return nextIsForOthers;
    }

    void setAside() {
        setAside++;
    }

    int takeSetAside(int most) {
        int taken = Math.min(setAside, most);
        setAside -= taken;
        return taken;
    }

    /** Nobody is throttled by it any more. */
    public boolean isRemoved() {
        return removed;
    }

    void remove() {
        removed = true;
    }

    /** Marks the bucket for a record at the end of the turn; true the first time. */
    public boolean note() {
        boolean first = !noted;
        noted = true;
        return first;
    }

    public void settle() {
        noted = false;
    }
}
