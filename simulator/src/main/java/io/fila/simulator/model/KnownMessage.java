package io.fila.simulator.model;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;

/** A message that the broker accepted, and what must be true of it. */
public final class KnownMessage {
    private final Envelope envelope;
    private final Body body;
    private final KnownFlow flow;
    State state = State.PENDING;
    int attempts;

    /** Where it waits; learned from the record that put it there. */
    long position;

    /** What was recorded as the end of its lease, and when it really ends: a restart may cut a lease short. */
    long recordedDeadlineNanos;

    long dueNanos;
    long leaseOrder;

    /** The one state a message is in. */
    public enum State {
        PENDING,
        LEASED,
        ACKED,
        QUARANTINED,
        DELETED_WITH_QUEUE
    }

    KnownMessage(Envelope envelope, Body body, KnownFlow flow) {
        this.envelope = envelope;
        this.body = body;
        this.flow = flow;
    }

    public Envelope envelope() {
        return envelope;
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

    public long recordedDeadlineNanos() {
        return recordedDeadlineNanos;
    }

    public long dueNanos() {
        return dueNanos;
    }

    long leaseOrder() {
        return leaseOrder;
    }

    /** The address of its entry on disk. */
    public Place place() {
        return switch (state) {
            case PENDING -> new Place.Ready(queue().id(), flow.key(), "", position);
            case LEASED -> new Place.Leased(queue().id(), recordedDeadlineNanos);
            case QUARANTINED -> new Place.Quarantined(queue().id(), "");
            case ACKED, DELETED_WITH_QUEUE -> Place.NOWHERE;
        };
    }

    @Override
    public String toString() {
        return "message " + id().low() + " of queue " + queue().name() + ", key " + flow.key() + ", " + state
                + " after " + attempts + " attempts";
    }
}
