package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Terms;
import io.fila.core.reply.Refusal;
import org.jspecify.annotations.Nullable;

/** Whether a new message is taken: there is room for it, in the broker and in its queue, and it is the first of its kind. */
final class Intake {
    private final Facilities facilities;
    private boolean diskIsLow;

    Intake(Facilities facilities) {
        this.facilities = facilities;
    }

    void diskIsLow(boolean low) {
        diskIsLow = low;
    }

    /** What speaks against any new message, whatever its queue. */
    @Nullable Refusal objection() {
        return diskIsLow
                ? Refusal.exhausted("Expected room on the disk for new messages but there is too little;"
                        + " free some space or consume what is stored, and try again.")
                : null;
    }

    void take(Command.Enqueue offer, Queue queue, Turn turn) {
        Terms terms = offer.terms();
        MessageId first = terms.dedupKey().isEmpty() ? null : queue.dedupKeys().holder(terms.dedupKey(), turn);
        if (first != null) {
            queue.door().countDuplicate();
            turn.answer(offer.reply(), Accepted.duplicateOf(first));
            return;
        }
        Refusal tooMany = tooMany(offer, queue);
        if (tooMany != null) {
            turn.refuse(offer.reply(), tooMany);
            return;
        }
        Accepted instead = queue.door().turnAway();
        if (instead != null) {
            turn.answer(offer.reply(), instead);
            return;
        }
        Refusal keptOut = queue.door().objectionTo(offer.scheduling().fairnessKey(), turn);
        if (keptOut != null) {
            turn.refuse(offer.reply(), keptOut);
            return;
        }
        long readyAt = terms.readyAtNanos(turn.nowNanos());
        Envelope envelope = new Envelope(
                offer.id(),
                offer.scheduling(),
                turn.nowNanos(),
                queue.expiryNanos(readyAt, terms.ttlNanos()),
                terms.dedupKey(),
                null);
        queue.enqueue(new Message(envelope, 0, Place.NOWHERE, offer.body()), readyAt, turn);
        turn.answer(offer.reply(), Accepted.stored(offer.id()));
    }

    private @Nullable Refusal tooMany(Command.Enqueue offer, Queue queue) {
        Refusal tooManyKeys = queue.door().tooManyKeys(offer.scheduling().fairnessKey());
        if (tooManyKeys != null) {
            return tooManyKeys;
        }
        if (!offer.terms().dedupKey().isEmpty() && facilities.memory().dedupKeys() >= Limits.DEDUP_KEYS) {
            return Refusal.exhausted(
                    "Expected at most " + Limits.DEDUP_KEYS
                            + " dedup keys in use but there are that many already; consume what is stored, or use shorter windows.");
        }
        return null;
    }
}
