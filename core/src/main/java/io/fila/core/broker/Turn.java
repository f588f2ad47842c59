package io.fila.core.broker;

import io.fila.core.consumer.Consumer;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.fairness.Flow;
import io.fila.core.journal.Errand;
import io.fila.core.message.Body;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.FlowChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What one pass of the loop decided: records to commit, then answers and deliveries to let out. Nothing leaves before
 * the records are durable, so nothing that left can be lost.
 */
public final class Turn {
    private final long nowNanos;
    private final List<Record> records = new ArrayList<>();
    private final List<Message> moved = new ArrayList<>();
    private final List<Flow> noted = new ArrayList<>();
    private final Set<QueueId> deleted = new HashSet<>();
    private final List<Runnable> answers = new ArrayList<>();
    private final List<Handover> handovers = new ArrayList<>();
    private final List<Errand> errands = new ArrayList<>();
    private boolean workLeft;
    private long wakeAtNanos = Long.MAX_VALUE;

    private record Handover(DeliverySink sink, Delivery delivery) {}

    Turn(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** What must be durable before {@link #release}. */
    public List<Record> records() {
        return records;
    }

    /** Work for other threads, to be started after the commit. */
    public List<Errand> errands() {
        return errands;
    }

    public int deliveries() {
        return handovers.size();
    }

    /** True if a limit cut the turn short: the next should follow at once. */
    public boolean workLeft() {
        return workLeft;
    }

    /** When the loop must run again if no command comes. */
    public long wakeAtNanos() {
        return wakeAtNanos;
    }

    /** Lets answers and deliveries out. To be called once, after the commit. */
    public void release() {
        answers.forEach(Runnable::run);
        Set<DeliverySink> touched = new LinkedHashSet<>();
        for (Handover handover : handovers) {
            handover.sink().deliver(handover.delivery());
            touched.add(handover.sink());
        }
        touched.forEach(DeliverySink::flush);
    }

    <T> void answer(Reply<T> reply, T value) {
        answers.add(() -> reply.accept(value));
    }

    void refuse(Reply<?> reply, Refusal refusal) {
        answers.add(() -> reply.refuse(refusal));
    }

    void end(Consumer consumer, Refusal why) {
        answers.add(() -> consumer.sink().end(why));
    }

    void deliver(Consumer consumer, Delivery delivery) {
        handovers.add(new Handover(consumer.sink(), delivery));
    }

    void record(Record change) {
        records.add(change);
    }

    void send(Errand errand) {
        errands.add(errand);
    }

    void move(Message message, Place to) {
        if (message.moveTo(to)) {
            moved.add(message);
        }
    }

    void note(Flow flow) {
        if (flow.note()) {
            noted.add(flow);
        }
    }

    void forget(QueueId queue) {
        deleted.add(queue);
    }

    void workLeft(boolean left) {
        workLeft |= left;
    }

    /**
     * Turns what changed into records: one for each message and flow, of the net effect. A message may end where it
     * began, given back and leased again to the same moment: its attempts have changed all the same.
     */
    void seal(long nextTimerNanos) {
        wakeAtNanos = nextTimerNanos;
        for (Message message : moved) {
            Place from = message.settle();
            if (!(isGone(from) && isGone(message.place()))) {
                Body body = from instanceof Place.Nowhere ? message.body() : null;
                records.add(new MessageMoved(message.envelope(), message.attempts(), body, from, message.place()));
            }
            if (!message.bodyRetained()) {
                message.dropBody();
            }
        }
        for (Flow flow : noted) {
            if (flow.settle() && !deleted.contains(flow.queue())) {
                records.add(new FlowChanged(
                        flow.queue(),
                        flow.key(),
                        flow.weight(),
                        flow.backlog().size(),
                        flow.backlog().lastPosition()));
            }
        }
    }

    private boolean isGone(Place place) {
        return switch (place) {
            case Place.Nowhere nowhere -> true;
            case Place.Ready at -> deleted.contains(at.queue());
            case Place.Leased at -> deleted.contains(at.queue());
            case Place.Quarantined at -> deleted.contains(at.queue());
        };
    }
}
