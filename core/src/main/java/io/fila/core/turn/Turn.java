package io.fila.core.turn;

import io.fila.core.consumer.Consumer;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Effect;
import io.fila.core.message.Body;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.BucketChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.schedule.ScheduleWindow;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Tape;
import io.fila.core.throttle.Throttle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one pass of the loop decided: records to commit, then answers and deliveries to send. Nothing is sent before the records
 * are durable, so nothing that was sent can be lost.
 */
public final class Turn {
    private final long nowNanos;
    private final @Nullable Tape tape;
    private final List<Record> records = new ArrayList<>();
    private final List<Record> notices = new ArrayList<>();
    private final List<Message> moved = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<ScheduleWindow> schedules = new ArrayList<>();
    private final List<Throttle<Lane>> throttles = new ArrayList<>();
    private final Set<QueueId> deleted = new HashSet<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final List<Reply<?>> answered = new ArrayList<>();
    private final List<Handover> handovers = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private boolean workLeft;
    private long wakeAtNanos = Long.MAX_VALUE;

    private record Handover(DeliverySink sink, Delivery delivery) {}

    /** @param tape told of each step, if anybody listens */
    public Turn(long nowNanos, @Nullable Tape tape) {
        this.nowNanos = nowNanos;
        this.tape = tape;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** What must be durable before {@link #release}. */
    public List<Record> records() {
        return records;
    }

    /** Those of the records that the edges go by: queues and settings. To be told them after the commit, before anyone is answered. */
    public List<Record> notices() {
        return notices;
    }

    /** Work for other threads, to be started after the commit. */
    public List<Effect> effects() {
        return effects;
    }

    /** Whether anybody hears of this turn: an answer or a delivery leaves with its release. */
    public boolean isHeard() {
        return !answers.isEmpty() || !handovers.isEmpty();
    }

    public int deliveries() {
        return handovers.size();
    }

    /** True if a limit cut the turn short: the next must follow at once. */
    public boolean workLeft() {
        return workLeft;
    }

    /** When the loop must run again if no command comes. */
    public long wakeAtNanos() {
        return wakeAtNanos;
    }

    /** Sends answers and deliveries. Call it once, after the commit. */
    public void release() {
        answers.forEach(Runnable::run);
        Set<DeliverySink> touched = new LinkedHashSet<>();
        for (Handover handover : handovers) {
            handover.sink().deliver(handover.delivery());
            touched.add(handover.sink());
        }
        touched.forEach(DeliverySink::flush);
        answered.forEach(Reply::flush);
    }

    public <T> void answer(Reply<T> reply, T value) {
        answers.add(() -> reply.accept(value));
        answered.add(reply);
        if (tape != null) {
            tape.answered(reply, value);
        }
    }

    public void refuse(Reply<?> reply, Refusal refusal) {
        answers.add(() -> reply.refuse(refusal));
        answered.add(reply);
        if (tape != null) {
            tape.refused(reply, refusal);
        }
    }

    public void end(Consumer consumer, Refusal why) {
        answers.add(() -> consumer.sink().end(why));
    }

    public void deliver(Consumer consumer, Delivery delivery) {
        handovers.add(new Handover(consumer.sink(), delivery));
    }

    public void record(Record change) {
        records.add(change);
    }

    /** Records something that the edges must know too. */
    public void announce(Record change) {
        records.add(change);
        notices.add(change);
    }

    public void send(Effect effect) {
        effects.add(effect);
    }

    public void move(Message message, Place to, Cause cause) {
        Place from = message.place();
        if (message.moveTo(to)) {
            moved.add(message);
        }
        if (tape != null) {
            tape.moved(message, from, to, cause);
        }
    }

    /** Who listens to this turn, if anybody does. */
    public @Nullable Tape tape() {
        return tape;
    }

    public void note(Lane lane) {
        if (lane.note()) {
            lanes.add(lane);
        }
    }

    public void note(ScheduleWindow schedule) {
        if (schedule.note()) {
            schedules.add(schedule);
        }
    }

    /** A delivery has taken a token here. */
    public void tokenTaken(Throttle<Lane> throttle) {
        note(throttle);
        if (tape != null) {
            tape.tokenTaken(throttle.key(), throttle.bucket().tokens());
        }
    }

    public void note(Throttle<Lane> throttle) {
        if (throttle.note()) {
            throttles.add(throttle);
        }
    }

    /**
     * The queue and all that is stored of it go when the turn is sealed, after whatever moved out of it. The edges hear of it
     * in its place, before a new queue of the same name.
     */
    public void delete(QueueId queue) {
        deleted.add(queue);
        notices.add(new QueueDeleted(queue));
    }

    public void workLeft(boolean left) {
        workLeft |= left;
    }

    /** Turns what changed into records: one for each message, lane, schedule and bucket, of the net effect. */
    public void seal(long nextDueNanos) {
        wakeAtNanos = nextDueNanos;
        workLeft(nextDueNanos <= nowNanos);
        moved.forEach(this::seal);
        for (Lane lane : lanes) {
            if (lane.settle() && !deleted.contains(lane.flow().queue())) {
                records.add(new LaneChanged(
                        lane.flow().queue(),
                        lane.flow().key(),
                        lane.id(),
                        lane.flow().weight(),
                        lane.backlog().size(),
                        lane.backlog().lastPosition()));
            }
        }
        for (ScheduleWindow schedule : schedules) {
            if (schedule.settle() && !deleted.contains(schedule.queue())) {
                records.add(new ScheduleChanged(schedule.queue(), schedule.size()));
            }
        }
        for (Throttle<Lane> throttle : throttles) {
            throttle.settle();
            if (!throttle.isRemoved()) {
                records.add(new BucketChanged(
                        throttle.key(),
                        throttle.bucket().rate(),
                        throttle.bucket().level(),
                        throttle.heldUntilNanos()));
            }
        }
        for (QueueId queue : deleted) {
            records.add(new QueueDeleted(queue));
        }
    }

    /**
     * A message may end where it began, given back and leased again to the same moment: its attempts have changed all the
     * same.
     */
    private void seal(Message message) {
        Place from = message.settle();
        Place to = message.place();
        if (!(isGone(from) && isGone(to))) {
            Body body = from instanceof Place.Nowhere ? message.body() : null;
            records.add(new MessageMoved(message.envelope(), message.attempts(), body, from, to));
        }
        if (!message.bodyRetained()) {
            message.dropBody();
        }
    }

    private boolean isGone(Place place) {
        QueueId holder = place.queue();
        return holder == null || deleted.contains(holder);
    }
}
