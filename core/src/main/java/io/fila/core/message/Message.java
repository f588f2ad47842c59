package io.fila.core.message;

import org.jspecify.annotations.Nullable;

/** One message in memory: its envelope, its attempts and its place. */
public final class Message {
    private Envelope envelope;
    private int attempts;
    private Place place;

    /** The place at the start of the turn; absent while the turn has not touched the message. */
    private @Nullable Place before;

    /** Present only between arrival and the first delivery, when it is worth the memory. */
    private @Nullable Body body;

    private boolean bodyRetained;

    public Message(Envelope envelope, int attempts, Place place, @Nullable Body body) {
        this.envelope = envelope;
        this.attempts = attempts;
        this.place = place;
        this.body = body;
    }

    public Envelope envelope() {
        return envelope;
    }

    public MessageId id() {
        return envelope.id();
    }

    public int attempts() {
        return attempts;
    }

    public Place place() {
        return place;
    }

    public @Nullable Body body() {
        return body;
    }

    /** Moves the message; true if this is the first move of the turn, so that the turn takes note of it once. */
    public boolean moveTo(Place next) {
        boolean first = before == null;
        if (first) {
            before = place;
        }
        place = next;
        return first;
    }

    /** Ends the turn's bookkeeping and tells where the message was when the turn began. */
    public Place settle() {
        Place from = before == null ? place : before;
        before = null;
        return from;
    }

    public void countAttempt() {
        attempts++;
    }

    /** Starts over in another queue. */
    public void redrive(Envelope again) {
        envelope = again;
        attempts = 0;
    }

    public void bury(DeadLetter death) {
        envelope = envelope.buried(death);
    }

    public void retainBody() {
        bodyRetained = true;
    }

    public boolean bodyRetained() {
        return bodyRetained;
    }

    /** Gives the memory back to the budget; the body itself stays until the turn is sealed. */
    public void releaseBody() {
        bodyRetained = false;
    }

    public void dropBody() {
        body = null;
        bodyRetained = false;
    }

    @Override
    public String toString() {
        return "Message[" + id() + " attempts=" + attempts + " " + place + "]";
    }
}
