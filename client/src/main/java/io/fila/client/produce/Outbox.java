package io.fila.client.produce;

import io.fila.client.ProducerOptions;
import io.fila.client.connection.Frame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sends of a producer, waiting or under way, no more than its limits allow, and the decision when the next frame
 * leaves. Guarded by the producer's lock; time is a parameter.
 *
 * <p>Without a linger the frames under way are the batching window of the next one: a send that finds the way free
 * leaves at once, and the busier the way, the more sends share a frame. No timer is needed for it.
 */
final class Outbox {
    /** Frames under way from which on sends wait for company: one being stored, and one on the road to follow it. */
    private static final int FREE_FRAMES = 2;

    private static final long NEVER = Long.MAX_VALUE;

    private final ProducerOptions options;

    /** Those that were never sent, in the order in which they came. */
    private final Deque<PendingSend> fresh = new ArrayDeque<>();

    /** Those that are to be sent again, by place. Whatever was sent came before all that are fresh, so it leaves first. */
    private final NavigableMap<Long, PendingSend> returned = new TreeMap<>();

    /** By sequence, in the order of sending. */
    private final Map<Long, PendingSend> underWay = new LinkedHashMap<>();

    private long bytes;
    private long waitingBytes;
    private int framesUnderWay;
    private long nextSequence = 1;
    private long nextPlace = 1;

    Outbox(ProducerOptions options) {
        this.options = options;
    }

    /** Whether another send may come in. One that is larger than the limit may when it is alone. */
    boolean hasRoomFor(int size) {
        return isEmpty()
                || (waiting() + underWay.size() < options.maxOutstandingMessages()
                        && bytes + size <= options.maxOutstandingBytes());
    }

    boolean isEmpty() {
        return !hasWaiting() && underWay.isEmpty();
    }

    boolean hasWaiting() {
        return waiting() > 0;
    }

    void add(PendingSend send) {
        send.place = nextPlace++;
        fresh.addLast(send);
        bytes += send.bytes;
        waitingBytes += send.bytes;
    }

    /** The sends of the next frame, numbered one after the other and under way from now on; null if none is to leave. */
    @Nullable List<PendingSend> nextFrame(long nowNanos) {
        if (!hasWaiting() || !(full() || waitedLongEnough(nowNanos))) {
            return null;
        }
        List<PendingSend> sends = new ArrayList<>(Math.min(waiting(), options.batchMessages()));
        Frame frame = new Frame();
        long frameBytes = 0;
        for (PendingSend next = first();
                next != null
                        && sends.size() < options.batchMessages()
                        && (sends.isEmpty() || frameBytes + next.bytes <= options.batchBytes());
                next = first()) {
            removeFirst();
            frameBytes += next.bytes;
            next.frame = frame;
            next.sent = true;
            next.hasOwnCall = false;
            next.sequence = nextSequence++;
            underWay.put(next.sequence, next);
            sends.add(next);
        }
        waitingBytes -= frameBytes;
        frame.unanswered = sends.size();
        framesUnderWay++;
        return sends;
    }

    /** How long until a frame leaves by the passing of time alone; never if it waits for something else. */
    long nanosToNextFrame(long nowNanos) {
        PendingSend first = first();
        return first == null || options.linger().isZero()
                ? NEVER
                : Math.max(0, first.acceptedNanos + options.linger().toNanos() - nowNanos);
    }

    /** Takes out the send of that number; null if there is none (any more). */
    @Nullable PendingSend answered(long sequence) {
        PendingSend send = underWay.remove(sequence);
        if (send != null) {
            landed(send);
            bytes -= send.bytes;
        }
        return send;
    }

    /** Puts a send that was taken out back where it was, to be sent again. */
    void again(PendingSend send) {
        returned.put(send.place, send);
        bytes += send.bytes;
        waitingBytes += send.bytes;
    }

    /** The stream is gone: what was under way on it waits again, in its order, or is taken out and returned. */
    List<PendingSend> turnBack(Predicate<PendingSend> stays) {
        List<PendingSend> gone = new ArrayList<>();
        for (var each = underWay.values().iterator(); each.hasNext(); ) {
            PendingSend send = each.next();
            if (!send.hasOwnCall) {
                each.remove();
                landed(send);
                bytes -= send.bytes;
                if (stays.test(send)) {
                    again(send);
                } else {
                    gone.add(send);
                }
            }
        }
        return gone;
    }

    /** Takes out every send whose time is over and returns how long the next one has. */
    long expire(long nowNanos, Consumer<PendingSend> expired) {
        return Math.min(
                Math.min(expire(fresh, nowNanos, expired), expire(returned.values(), nowNanos, expired)),
                expire(underWay.values(), nowNanos, expired));
    }

    /** Takes out those that wait; what has a call of its own is left under way. */
    List<PendingSend> clearWaiting() {
        List<PendingSend> all = allWaiting();
        fresh.clear();
        returned.clear();
        bytes -= waitingBytes;
        waitingBytes = 0;
        return all;
    }

    /** Takes out all. */
    List<PendingSend> clear() {
        List<PendingSend> all = all();
        clearWaiting();
        underWay.clear();
        bytes = 0;
        framesUnderWay = 0;
        return all;
    }

    /** All, oldest first. */
    List<PendingSend> all() {
        List<PendingSend> all = new ArrayList<>(underWay.values());
        all.addAll(allWaiting());
        return all;
    }

    private List<PendingSend> allWaiting() {
        List<PendingSend> all = new ArrayList<>(returned.values());
        all.addAll(fresh);
        return all;
    }

    private int waiting() {
        return returned.size() + fresh.size();
    }

    private @Nullable PendingSend first() {
        Map.Entry<Long, PendingSend> first = returned.firstEntry();
        return first == null ? fresh.peek() : first.getValue();
    }

    private void removeFirst() {
        if (returned.isEmpty()) {
            fresh.remove();
        } else {
            returned.pollFirstEntry();
        }
    }

    private boolean full() {
        return waiting() >= options.batchMessages() || waitingBytes >= options.batchBytes();
    }

    private boolean waitedLongEnough(long nowNanos) {
        return options.linger().isZero() ? framesUnderWay < FREE_FRAMES : nanosToNextFrame(nowNanos) == 0;
    }

    private long expire(Collection<PendingSend> sends, long nowNanos, Consumer<PendingSend> expired) {
        long next = NEVER;
        for (var each = sends.iterator(); each.hasNext(); ) {
            PendingSend send = each.next();
            long left = send.deadlineNanos - nowNanos;
            if (left > 0) {
                next = Math.min(next, left);
                continue;
            }
            each.remove();
            bytes -= send.bytes;
            if (send.frame == null) {
                waitingBytes -= send.bytes;
            } else {
                landed(send);
            }
            expired.accept(send);
        }
        return next;
    }

    private void landed(PendingSend send) {
        if (send.frame != null && send.frame.landed()) {
            framesUnderWay--;
        }
        send.frame = null;
    }
}
