package io.fila.core.runtime.recorder;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.explain.DeliveryRate;
import io.fila.core.fairness.Lane;
import io.fila.core.history.RecordedStep;
import io.fila.core.history.StepKind;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Tape;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last minutes of the tape in a ring of {@link Segment}s; when all are full, the oldest is overwritten. Choices and
 * credit grants are omitted, because the deliveries imply them.
 *
 * <p>The broker thread writes and never waits. Any thread may read: it copies a segment and then checks whether the segment was
 * released meanwhile, in which case the copy is invalid. The writer releases a segment before it overwrites it. A reader may see
 * a turn that is not durable yet.
 */
public final class FlightRecorder implements Tape {
    private static final long SEGMENT_BYTES = (long) Segment.WORDS * Long.BYTES;

    /** How long ago something is that tells of the rate now, and how many parts are looked at for it. */
    private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int RATE_PARTS = 16;

    private final AtomicReferenceArray<@Nullable Segment> ring;
    private volatile long oldest;
    private volatile long newest;
    private Segment current = new Segment();
    private long nowNanos;

    /**
     * A recorder that uses at most this much memory, allocated as needed.
     *
     * @param bytes at least two segments are kept, whatever it is
     */
    public FlightRecorder(long bytes) {
        ring = new AtomicReferenceArray<>(Math.clamp(bytes / SEGMENT_BYTES, 2, 1 << 20));
        ring.set(0, current);
    }

    // ---- the broker thread ----

    @Override
    public void began(long atNanos, int commands) {
        nowNanos = atNanos;
    }

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        StepKind kind = kind(cause);
        QueueId left = from.queue();
        QueueId reached = to.queue();
        long queue = left != null ? left.value() : reached != null ? reached.value() : 0;
        long target = kind.isTransfer() && reached != null ? reached.value() : 0;
        // To whom it is leased is told next.
        if (kind != StepKind.LEASED) {
            keep(kind, queue, message, target, reason(message, to, cause));
        }
    }

    @Override
    public void handed(Message message, ConsumerId to, long leaseId) {
        QueueId queue = message.place().queue();
        keep(StepKind.LEASED, queue == null ? 0 : queue.value(), message, to.value(), "");
    }

    private void keep(StepKind kind, long queue, Message message, long other, String detail) {
        MessageId id = message.id();
        keep(
                kind,
                queue,
                id.high(),
                id.low(),
                message.attempts(),
                other,
                message.envelope().fairnessKey(),
                detail);
    }

    private static StepKind kind(Cause cause) {
        return switch (cause) {
            case ACCEPTED -> StepKind.ACCEPTED;
            case CAME_DUE -> StepKind.CAME_DUE;
            case LEASED -> StepKind.LEASED;
            case EXTENDED -> StepKind.EXTENDED;
            case ACKED -> StepKind.ACKED;
            case NACKED -> StepKind.NACKED;
            case LEASE_EXPIRED -> StepKind.LEASE_EXPIRED;
            case DEAD_LETTERED -> StepKind.DEAD_LETTERED;
            case REDRIVEN -> StepKind.REDRIVEN;
            case MOVED -> StepKind.MOVED;
            case CANCELLED -> StepKind.CANCELLED;
            case PURGED -> StepKind.PURGED;
            case EXPIRED -> StepKind.EXPIRED;
            case CROWDED_OUT -> StepKind.CROWDED_OUT;
            case QUARANTINED -> StepKind.QUARANTINED;
        };
    }

    private static String reason(Message message, Place to, Cause cause) {
        if (cause == Cause.DEAD_LETTERED) {
            DeadLetter death = message.envelope().deadLetter();
            return death == null ? "" : death.reason();
        }
        return to instanceof Place.Quarantined aside ? aside.reason() : "";
    }

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        // What is chosen is leased next, and kept then.
    }

    @Override
    public void parked(Lane lane, String throttleKey, long untilNanos) {
        keep(
                StepKind.PARKED,
                lane.flow().queue().value(),
                0,
                0,
                0,
                0,
                lane.flow().key(),
                throttleKey);
    }

    @Override
    public void paused(QueueId queue, String fairnessKey, boolean stopped) {
        keep(stopped ? StepKind.PAUSED : StepKind.RESUMED, queue.value(), 0, 0, 0, 0, fairnessKey, "");
    }

    @Override
    public void attached(QueueId queue, ConsumerId who) {
        keep(StepKind.ATTACHED, queue.value(), 0, 0, 0, who.value(), "", "");
    }

    @Override
    public void granted(QueueId queue, ConsumerId who, int credit) {
        // Too many to keep, and of no use later.
    }

    @Override
    public void detached(QueueId queue, ConsumerId who) {
        keep(StepKind.DETACHED, queue.value(), 0, 0, 0, who.value(), "", "");
    }

    private void keep(
            StepKind kind,
            long queue,
            long high,
            long low,
            int attempts,
            long other,
            String fairnessKey,
            String detail) {
        while (!current.append(kind, nowNanos, queue, high, low, attempts, other, fairnessKey, detail)) {
            turnOver();
        }
    }

    /** Begins the next segment: an unused one, or else the oldest. */
    private void turnOver() {
        long next = newest + 1;
        int slot = slot(next);
        Segment reused = ring.get(slot);
        if (reused == null) {
            current = new Segment();
            ring.set(slot, current);
        } else {
            oldest = next - ring.length() + 1;
            // Nothing that is written to the segment from now on may be seen by whoever still sees it as the oldest.
            VarHandle.fullFence();
            reused.clear();
            current = reused;
        }
        newest = next;
    }

    // ---- any thread ----

    /** The number of the oldest part that can be read; the numbers go up to that of {@link #newestPart}. */
    public long oldestPart() {
        return oldest;
    }

    public long newestPart() {
        return newest;
    }

    /** The steps of one part, in order; empty if it has been written over. */
    public List<RecordedStep> part(long number) {
        long[] copy = copy(number);
        List<RecordedStep> steps = new ArrayList<>();
        for (int at = 0; at < copy.length; at += Segment.lengthAt(copy, at)) {
            steps.add(Segment.stepAt(copy, at));
        }
        return steps;
    }

    /** What is known of a message up to a moment, in order. */
    public List<RecordedStep> stepsOf(MessageId id, long untilNanos) {
        List<RecordedStep> steps = new ArrayList<>();
        for (long number = oldest; number <= newest; number++) {
            long[] copy = copy(number);
            for (int at = 0; at < copy.length; at += Segment.lengthAt(copy, at)) {
                if (Segment.isAbout(id, copy, at)) {
                    RecordedStep step = Segment.stepAt(copy, at);
                    if (step.atNanos() <= untilNanos) {
                        steps.add(step);
                    }
                }
            }
        }
        return steps;
    }

    /** How often messages of a queue went to consumers lately: in the last ten seconds, or in what its last parts tell of. */
    public DeliveryRate rateOf(QueueId queue, long nowNanos) {
        long sinceNanos = nowNanos - LATELY_NANOS;
        long reachedNanos = nowNanos;
        long deliveries = 0;
        long last = Math.max(oldest, newest - RATE_PARTS + 1);
        for (long number = newest; number >= last && reachedNanos > sinceNanos; number--) {
            long[] copy = copy(number);
            for (int at = 0; at < copy.length; at += Segment.lengthAt(copy, at)) {
                long atNanos = Segment.timeAt(copy, at);
                if (atNanos > sinceNanos && atNanos <= nowNanos && Segment.isDelivery(queue, copy, at)) {
                    deliveries++;
                }
            }
            if (copy.length > 0) {
                reachedNanos = Segment.timeAt(copy, 0);
            }
        }
        return new DeliveryRate(deliveries, nowNanos - Math.max(sinceNanos, reachedNanos));
    }

    /** How far back it reaches; {@link Long#MAX_VALUE} if it has nothing yet. */
    public long reachesBackToNanos() {
        for (long number = oldest; number <= newest; number++) {
            long[] copy = copy(number);
            if (copy.length > 0) {
                return Segment.stepAt(copy, 0).atNanos();
            }
        }
        return Long.MAX_VALUE;
    }

    private long[] copy(long number) {
        Segment segment = number < oldest || number > newest ? null : ring.get(slot(number));
        if (segment == null) {
            return new long[0];
        }
        long[] copy = segment.copy();
        VarHandle.fullFence();
        return number < oldest ? new long[0] : copy;
    }

    private int slot(long number) {
        return (int) (number % ring.length());
    }
}
