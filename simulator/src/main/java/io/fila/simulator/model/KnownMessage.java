package io.fila.simulator.model;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.record.EntryDamaged;
import io.fila.core.schedule.Moment;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A message that the broker accepted, and what must be true of it. */
public final class KnownMessage {
    /** The lane of all sets of throttle keys for which a flow has no lane of their own. */
    public static final String SHARED_LANE = "*";

    private final Body body;
    private Envelope envelope;
    private SortedSet<String> throttles;
    KnownFlow flow;
    State state = State.PENDING;
    int attempts;

    /** Where it waits; learned from the step that put it there. */
    long position;

    /** In which lane of its flow; learned likewise. */
    String lane = "";

    /** When it joins its flow, while it is scheduled. */
    long readyAtNanos;

    /** What was recorded as the end of its lease, and when it really ends: a restart may cut a lease short. */
    long recordedDeadlineNanos;

    long leaseId;

    long dueNanos;
    long leaseOrder;

    /** Who has it; null if that was before a restart. */
    @Nullable KnownConsumer holder;

    /** A script is deciding what becomes of it. */
    boolean inQuestion;

    /** How long its consumer wants the next try to wait, while a script is deciding. */
    long retryAfterNanos;

    /** The one state a message is in. */
    public enum State {
        PENDING,
        /** Pending, but out of the line: a redrive has taken it up and a script is deciding. */
        HELD,
        SCHEDULED,
        LEASED,
        ACKED,
        /** Too old, crowded out or purged. */
        DROPPED,
        QUARANTINED,
        DELETED_WITH_QUEUE
    }

    KnownMessage(Envelope envelope, Body body, KnownFlow flow) {
        this.envelope = envelope;
        this.throttles = throttles(envelope);
        this.body = body;
        this.flow = flow;
    }

    public Envelope envelope() {
        return envelope;
    }

    void envelope(Envelope changed) {
        envelope = changed;
        throttles = throttles(changed);
    }

    public MessageId id() {
        return envelope.id();
    }

    public Body body() {
        return body;
    }

    public KnownFlow flow() {
        return flow;
    }

    public KnownQueue queue() {
        return flow.queue();
    }

    public State state() {
        return state;
    }

    public int attempts() {
        return attempts;
    }

    public long position() {
        return position;
    }

    public String lane() {
        return lane;
    }

    /** The throttles it has to pass: none for a dead letter. */
    public SortedSet<String> throttles() {
        return throttles;
    }

    private static SortedSet<String> throttles(Envelope envelope) {
        return envelope.isDeadLetter()
                ? Collections.emptySortedSet()
                : new TreeSet<>(envelope.scheduling().throttleKeys());
    }

    public Moment moment() {
        return new Moment(readyAtNanos, id());
    }

    public long leaseId() {
        return leaseId;
    }

    public long recordedDeadlineNanos() {
        return recordedDeadlineNanos;
    }

    public long dueNanos() {
        return dueNanos;
    }

    long leaseOrder() {
        return leaseOrder;
    }

    /** In line, or waiting for its moment. */
    public boolean waits() {
        return state == State.PENDING || state == State.SCHEDULED;
    }

    /** Somewhere on disk, in the queue that {@link #queue} names. */
    public boolean isStored() {
        return state != State.ACKED && state != State.DROPPED && state != State.DELETED_WITH_QUEUE;
    }

    /** The address of its entry on disk. */
    public Place place() {
        return switch (state) {
            case PENDING, HELD -> new Place.Ready(queue().id(), flow.key(), lane, position);
            case SCHEDULED -> new Place.Scheduled(queue().id(), readyAtNanos);
            case LEASED -> new Place.Leased(queue().id(), recordedDeadlineNanos, leaseId);
            case QUARANTINED -> new Place.Quarantined(queue().id(), "");
            case ACKED, DROPPED, DELETED_WITH_QUEUE -> Place.NOWHERE;
        };
    }

    /** Whether its entry is the one that was found damaged. */
    public boolean isAt(EntryDamaged damaged) {
        return queue().id().equals(damaged.queue())
                && flow.key().equals(damaged.fairnessKey())
                && lane.equals(damaged.lane())
                && position == damaged.position();
    }

    @Override
    public String toString() {
        return "message " + id().low() + " of queue " + queue().name() + ", key " + flow.key() + ", throttles "
                + throttles() + ", " + state + " after " + attempts + " attempts";
    }
}
