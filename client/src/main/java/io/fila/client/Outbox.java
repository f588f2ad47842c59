package io.fila.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The letters of a producer, waiting or under way, no more than its limits allow, and the decision when the next frame
 * leaves. Guarded by the producer's lock; time is a parameter.
 *
 * <p>Without a linger the frames under way are the batching window of the next one: a letter that finds the way free
 * leaves at once, and the busier the way, the more letters share a frame. No timer is needed for it.
 */
final class Outbox {
    /** Frames under way from which on letters wait for company: one being stored, and one on the road to follow it. */
    private static final int FREE_FRAMES = 2;

    private static final long NEVER = Long.MAX_VALUE;

    private final ProducerOptions options;
    private final Deque<Letter> waiting = new ArrayDeque<>();

    /** By sequence, in the order of sending. */
    private final Map<Long, Letter> underWay = new LinkedHashMap<>();

    private long bytes;
    private long waitingBytes;
    private int framesUnderWay;
    private long nextSequence = 1;

    Outbox(ProducerOptions options) {
        this.options = options;
    }

    /** Whether another letter may come in. One that is larger than the limit may when it is alone. */
    boolean hasRoomFor(int size) {
        return isEmpty()
                || (waiting.size() + underWay.size() < options.maxOutstandingMessages()
                        && bytes + size <= options.maxOutstandingBytes());
    }

    boolean isEmpty() {
        return waiting.isEmpty() && underWay.isEmpty();
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    void add(Letter letter) {
        waiting.addLast(letter);
        bytes += letter.bytes;
        waitingBytes += letter.bytes;
    }

    /** The letters of the next frame, numbered one after the other and under way from now on; null if none is to leave. */
    @Nullable List<Letter> nextFrame(long nowNanos) {
        if (waiting.isEmpty() || !(full() || waitedLongEnough(nowNanos))) {
            return null;
        }
        List<Letter> letters = new ArrayList<>(Math.min(waiting.size(), options.batchMessages()));
        Frame frame = new Frame();
        long frameBytes = 0;
        for (Letter next = waiting.peek();
                next != null
                        && letters.size() < options.batchMessages()
                        && (letters.isEmpty() || frameBytes + next.bytes <= options.batchBytes());
                next = waiting.peek()) {
            waiting.remove();
            frameBytes += next.bytes;
            next.frame = frame;
            next.sent = true;
            next.sequence = nextSequence++;
            underWay.put(next.sequence, next);
            letters.add(next);
        }
        waitingBytes -= frameBytes;
        frame.unanswered = letters.size();
        framesUnderWay++;
        return letters;
    }

    /** How long until a frame leaves by the passing of time alone; never if it waits for something else. */
    long nanosToNextFrame(long nowNanos) {
        Letter first = waiting.peek();
        return first == null || options.linger().isZero()
                ? NEVER
                : Math.max(0, first.acceptedNanos + options.linger().toNanos() - nowNanos);
    }

    /** Takes out the letter of that number; null if there is none (any more). */
    @Nullable Letter answered(long sequence) {
        Letter letter = underWay.remove(sequence);
        if (letter != null) {
            landed(letter);
            bytes -= letter.bytes;
        }
        return letter;
    }

    /** Puts a letter that was taken out back in front, to be sent again. */
    void again(Letter letter) {
        waiting.addFirst(letter);
        bytes += letter.bytes;
        waitingBytes += letter.bytes;
    }

    /** The way is gone: what was under way waits again, in its order, or is taken out and returned. */
    List<Letter> turnBack(Predicate<Letter> stays) {
        List<Letter> gone = new ArrayList<>();
        List<Letter> back = new ArrayList<>();
        for (Letter letter : underWay.values()) {
            letter.frame = null;
            bytes -= letter.bytes;
            (stays.test(letter) ? back : gone).add(letter);
        }
        underWay.clear();
        framesUnderWay = 0;
        for (int i = back.size() - 1; i >= 0; i--) {
            again(back.get(i));
        }
        return gone;
    }

    /** Takes out every letter whose time is over and returns how long the next one has. */
    long expire(long nowNanos, Consumer<Letter> expired) {
        return Math.min(expire(waiting, nowNanos, expired), expire(underWay.values(), nowNanos, expired));
    }

    /** Takes out all. */
    List<Letter> clear() {
        List<Letter> all = all();
        underWay.clear();
        waiting.clear();
        bytes = 0;
        waitingBytes = 0;
        framesUnderWay = 0;
        return all;
    }

    /** All, oldest first. */
    List<Letter> all() {
        List<Letter> all = new ArrayList<>(underWay.values());
        all.addAll(waiting);
        return all;
    }

    private boolean full() {
        return waiting.size() >= options.batchMessages() || waitingBytes >= options.batchBytes();
    }

    private boolean waitedLongEnough(long nowNanos) {
        return options.linger().isZero() ? framesUnderWay < FREE_FRAMES : nanosToNextFrame(nowNanos) == 0;
    }

    private long expire(Collection<Letter> letters, long nowNanos, Consumer<Letter> expired) {
        long next = NEVER;
        for (var each = letters.iterator(); each.hasNext(); ) {
            Letter letter = each.next();
            long left = letter.deadlineNanos - nowNanos;
            if (left > 0) {
                next = Math.min(next, left);
                continue;
            }
            each.remove();
            bytes -= letter.bytes;
            if (letter.frame == null) {
                waitingBytes -= letter.bytes;
            } else {
                landed(letter);
            }
            expired.accept(letter);
        }
        return next;
    }

    private void landed(Letter letter) {
        if (letter.frame != null && letter.frame.landed()) {
            framesUnderWay--;
        }
        letter.frame = null;
    }
}
