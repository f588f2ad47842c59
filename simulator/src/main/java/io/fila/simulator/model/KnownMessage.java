package io.fila.simulator.model;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.schedule.Moment;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A message that the broker accepted: where the tape says it is, and what follows from the commands about it. */
public final class KnownMessage {
    private final Body body;
    private Envelope envelope;
    private SortedSet<String> throttles;
    KnownFlow flow;
    Place place = Place.NOWHERE;

    /** Ready, but out of its lane because of a redrive. */
    boolean held;

    int attempts;

    /** Its lease, or the last that it had. */
    long leaseId;

    /** When its lease really ends: a restart may cut a lease short. */
    long dueNanos;

    /** Who has it; null if that was before a restart. */
    @Nullable KnownConsumer holder;

    /** A script is deciding what becomes of it. */
    boolean inQuestion;

    /** How long its consumer wants the next try to wait, while a script is deciding. */
    long retryAfterNanos;

    KnownMessage(Envelope envelope, Body body, KnownFlow flow) {
        this.body = body;
        this.flow = flow;
        this.envelope = envelope;
        this.throttles = throttles(envelope);
    }

    public Envelope envelope() {
        return envelope;
    }

    void envelope(Envelope changed) {
        envelope = changed;
        throttles = throttles(changed);
    }

    /** The throttles it has to pass: none for a dead letter. */
    private static SortedSet<String> throttles(Envelope envelope) {
        return envelope.isDeadLetter()
                ? Collections.emptySortedSet()
                : new TreeSet<>(envelope.scheduling().throttleKeys());
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

    public Place place() {
        return place;
    }

    public int attempts() {
        return attempts;
    }

    public SortedSet<String> throttles() {
        return throttles;
    }

    public long leaseId() {
        return leaseId;
    }

    public long dueNanos() {
        return dueNanos;
    }

    public long retryAfterNanos() {
        return retryAfterNanos;
    }

    /** Ready and in its lane. */
    public boolean isInLine() {
        return place instanceof Place.Ready && !held;
    }

    public boolean isHeld() {
        return held;
    }

    public boolean isScheduled() {
        return place instanceof Place.Scheduled;
    }

    public boolean isLeased() {
        return place instanceof Place.Leased;
    }

    public boolean isQuarantined() {
        return place instanceof Place.Quarantined;
    }

    /** Somewhere on disk, in the queue that {@link #queue} names. */
    public boolean isStored() {
        return !(place instanceof Place.Nowhere);
    }

    /** Its lane, while it is ready. */
    public String lane() {
        return ((Place.Ready) place).lane();
    }

    public long position() {
        return ((Place.Ready) place).position();
    }

    /** When it is due, while it is scheduled. */
    public Moment moment() {
        return new Moment(((Place.Scheduled) place).dueNanos(), id());
    }

    /** Its lease, while it has one. */
    public Place.Leased lease() {
        return (Place.Leased) place;
    }

    /** Nobody holds it any longer, and its lease lasts no longer from now than it was to last in all. */
    void comeBackFromDisk(long nowNanos) {
        long usual = queue().config().visibilityTimeout().toNanos();
        long longest = Math.max(usual, lease().deadlineNanos() - lease().leaseId());
        dueNanos = Math.min(lease().deadlineNanos(), nowNanos + longest);
        inQuestion = false;
        holder = null;
    }

    @Override
    public String toString() {
        return "message " + id().low() + " of queue " + queue().name() + ", key " + flow.key() + ", throttles "
                + throttles + ", " + place + " after " + attempts + " attempts";
    }
}
