package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.broker.queue.Queue;
import io.fila.core.broker.queue.Queues;
import io.fila.core.broker.queue.SharedState;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.tape.Cause;
import io.fila.core.turn.Turn;
import org.jspecify.annotations.Nullable;

/** Decides whether a new message is accepted: the broker and its queue have room, and its dedup key is free. */
final class Admission {
    private final SharedState shared;
    private boolean diskIsLow;

    Admission(SharedState shared) {
        this.shared = shared;
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
        EnqueueOptions options = offer.options();
        if (isDuplicate(options.dedupKey(), queue, offer.reply(), turn)) {
            return;
        }
        Refusal tooMany = tooMany(offer, queue);
        if (tooMany != null) {
            turn.refuse(offer.reply(), tooMany);
            return;
        }
        Accepted instead = queue.admission().turnAway();
        if (instead != null) {
            turn.answer(offer.reply(), instead);
            return;
        }
        Refusal keptOut = queue.admission().objectionTo(offer.scheduling().fairnessKey(), turn);
        if (keptOut != null) {
            turn.refuse(offer.reply(), keptOut);
            return;
        }
        long readyAt = options.readyAtNanos(turn.nowNanos());
        Envelope envelope = new Envelope(
                offer.id(),
                queue.ready().shared(offer.scheduling()),
                turn.nowNanos(),
                queue.expiryNanos(readyAt, options.ttlNanos()),
                options.dedupKey(),
                null);
        queue.enqueue(new Message(envelope, 0, Place.NOWHERE, offer.body()), readyAt, turn);
        queue.admission().countFallback(offer.scheduling());
        turn.answer(offer.reply(), Accepted.stored(offer.id()));
    }

    /**
     * Stores a message that its script did not schedule where its queue keeps dead letters. Nobody has to go for it: a
     * queue of dead letters that is full refuses it.
     */
    void bury(Command.EnqueueDeadLetter offer, Queue queue, Queues queues, Turn turn) {
        if (isDuplicate(offer.dedupKey(), queue, offer.reply(), turn)) {
            return;
        }
        Queue known =
                queue.name().isDeadLetter() ? queue : queues.find(queue.name().deadLetter());
        Refusal full = known == null ? null : known.admission().fullness();
        if (full != null) {
            turn.refuse(offer.reply(), full);
            return;
        }
        Queue deadLetters = known == null ? queues.deadLettersOf(queue, turn) : known;
        DeadLetter death = new DeadLetter(offer.reason(), queue.name().value(), turn.nowNanos());
        Envelope envelope = new Envelope(offer.id(), offer.asked(), turn.nowNanos()).buried(death);
        deadLetters.receive(new Message(envelope, 0, Place.NOWHERE, offer.body()), Cause.DEAD_LETTERED, turn);
        queue.admission().countFallback();
        turn.answer(offer.reply(), Accepted.stored(offer.id()));
    }

    /** Whether a message with the same dedup key is alive; then whoever asks has been told. */
    private static boolean isDuplicate(String dedupKey, Queue queue, Reply<Accepted> reply, Turn turn) {
        MessageId first = dedupKey.isEmpty() ? null : queue.dedupKeys().holder(dedupKey, turn);
        if (first == null) {
            return false;
        }
        queue.admission().countDuplicate();
        turn.answer(reply, Accepted.duplicateOf(first));
        return true;
    }

    private @Nullable Refusal tooMany(Command.Enqueue offer, Queue queue) {
        Refusal tooManyKeys = queue.admission().tooManyKeys(offer.scheduling().fairnessKey());
        if (tooManyKeys != null) {
            return tooManyKeys;
        }
        if (!offer.options().dedupKey().isEmpty() && shared.memory().dedupKeys() >= Limits.DEDUP_KEYS) {
            return Refusal.exhausted(
                    "Expected at most " + Limits.DEDUP_KEYS
                            + " dedup keys in use but there are that many already; consume what is stored, or use shorter windows.");
        }
        return null;
    }
}
