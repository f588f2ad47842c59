package io.fila.simulator.model;

import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Capacity;
import io.fila.core.reply.Refusal;
import io.fila.simulator.process.Answer;
import org.jspecify.annotations.Nullable;

/** Whether a new message gets into its queue, and who has to go for it. */
public final class Entries {
    private final Model model;

    public Entries(Model model) {
        this.model = model;
    }

    Expectation expect(Command.Enqueue enqueue) {
        if (model.diskIsLow) {
            return Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
        }
        KnownQueue queue = model.queue(enqueue.queue());
        if (queue == null) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        if (queue.countsAreUnsure) {
            return Expectation.either(Refusal.Code.RESOURCE_EXHAUSTED);
        }
        return isDuplicate(enqueue, queue) ? Expectation.ACCEPT : expect(enqueue, queue);
    }

    /** What its script did not schedule goes to the dead letters as long as there is room for it. */
    Expectation expect(Command.EnqueueDeadLetter offer) {
        if (model.diskIsLow) {
            return Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
        }
        KnownQueue queue = model.queue(offer.queue());
        if (queue == null) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        KnownQueue deadLetters = deadLetters(queue);
        boolean unsure = queue.countsAreUnsure || (deadLetters != null && deadLetters.countsAreUnsure);
        if (unsure) {
            return Expectation.either(Refusal.Code.RESOURCE_EXHAUSTED);
        }
        boolean full = deadLetters != null && deadLetters.room() == 0;
        return full && first(offer, queue) == null
                ? Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED)
                : Expectation.ACCEPT;
    }

    private @Nullable KnownQueue deadLetters(KnownQueue queue) {
        return queue.name().isDeadLetter() ? queue : model.queue(queue.name().deadLetter());
    }

    private @Nullable MessageId first(Command.EnqueueDeadLetter offer, KnownQueue queue) {
        return queue.dedup.holder(offer.dedupKey(), model.nowNanos());
    }

    /** What such a message must be told if it is not refused. */
    public @Nullable Object outcome(Command.EnqueueDeadLetter offer, @Nullable Object told) {
        KnownQueue queue = model.queue(offer.queue());
        if (queue == null || queue.countsAreUnsure) {
            return told;
        }
        MessageId first = first(offer, queue);
        return first == null ? Accepted.stored(offer.id()) : Accepted.duplicateOf(first);
    }

    void enqueue(Command.EnqueueDeadLetter offer, @Nullable Answer answer) {
        KnownQueue queue = model.queue(offer.queue());
        if (queue == null || answer == null || !(answer.value() instanceof Accepted accepted)) {
            return;
        }
        if (accepted.outcome() == Accepted.Outcome.DUPLICATE) {
            queue.doings.duplicate();
            return;
        }
        queue.doings.fallBack();
        KnownQueue deadLetters =
                queue.name().isDeadLetter() ? queue : model.knownQueues().deadLettersOf(queue, model.nowNanos());
        DeadLetter death = new DeadLetter(offer.reason(), queue.name().value(), model.nowNanos());
        Envelope envelope = new Envelope(offer.id(), offer.asked(), model.nowNanos()).buried(death);
        model.accept(
                new KnownMessage(envelope, offer.body(), deadLetters.flow(Scheduling.DEFAULT_KEY)), model.nowNanos());
    }

    private Expectation expect(Command.Enqueue enqueue, KnownQueue queue) {
        Expectation byRoom = byRoom(enqueue, queue);
        String key = enqueue.scheduling().fairnessKey();
        if (model.knownQueues().surelyHaveRoomFor(queue, key, model.limits())) {
            return byRoom;
        }
        boolean may = model.knownQueues().mayHaveRoomFor(queue, key, model.limits()) && byRoom.mayAccept();
        return may
                ? Expectation.either(Refusal.Code.RESOURCE_EXHAUSTED)
                : Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
    }

    private Expectation byRoom(Command.Enqueue enqueue, KnownQueue queue) {
        if (queue.room() > 0) {
            return byAdmission(queue);
        }
        return switch (queue.config().capacity().overflow()) {
            case REJECT -> Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
            case DROP_NEW -> Expectation.ACCEPT;
            case DROP_OLDEST ->
                model.departures().crowdedOut(queue, enqueue.scheduling().fairnessKey()) == null
                        ? Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED)
                        : byAdmission(queue);
        };
    }

    private Expectation byAdmission(KnownQueue queue) {
        KnownAdmission admission = queue.admission;
        if (admission == null || !queue.needsToken() || admission.mustLetIn(model.nowNanos())) {
            return Expectation.ACCEPT;
        }
        return admission.mayLetIn(model.nowNanos())
                ? Expectation.either(Refusal.Code.RESOURCE_EXHAUSTED)
                : Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
    }

    private boolean isDuplicate(Command.Enqueue enqueue, KnownQueue queue) {
        return queue.dedup.holder(enqueue.terms().dedupKey(), model.nowNanos()) != null;
    }

    /** What a message that is not refused must be told; whatever it was told if the middle of the turn can't be seen. */
    public @Nullable Object outcome(Command.Enqueue enqueue, @Nullable Object told) {
        KnownQueue queue = model.queue(enqueue.queue());
        if (queue == null || queue.countsAreUnsure) {
            return told;
        }
        MessageId first = queue.dedup.holder(enqueue.terms().dedupKey(), model.nowNanos());
        if (first != null) {
            return Accepted.duplicateOf(first);
        }
        boolean dropped = queue.room() == 0 && queue.config().capacity().overflow() == Capacity.Overflow.DROP_NEW;
        return dropped ? Accepted.dropped() : Accepted.stored(enqueue.id());
    }

    /** The message that has to go when this one is taken, if one has. */
    public @Nullable KnownMessage crowdedOut(Command.Enqueue enqueue, @Nullable Answer answer) {
        KnownQueue queue = model.queue(enqueue.queue());
        if (queue == null || !isStored(enqueue, answer) || queue.room() > 0 || !queue.dropsOldest()) {
            return null;
        }
        return model.departures().crowdedOut(queue, enqueue.scheduling().fairnessKey());
    }

    /** Whether another message may have gone for this one as well. */
    public boolean isGuesswork(Command.Enqueue enqueue, KnownMessage crowdedOut) {
        return model.departures()
                .isGuesswork(
                        crowdedOut.queue(), crowdedOut, enqueue.scheduling().fairnessKey());
    }

    private static boolean isStored(Command.Enqueue enqueue, @Nullable Answer answer) {
        return answer != null && Accepted.stored(enqueue.id()).equals(answer.value());
    }

    /** Takes in what was stored; whoever had to go for it has gone. Counts what was not. */
    void enqueue(Command.Enqueue enqueue, @Nullable Answer answer) {
        KnownQueue queue = model.queue(enqueue.queue());
        if (queue == null || answer == null || !(answer.value() instanceof Accepted accepted)) {
            return;
        }
        switch (accepted.outcome()) {
            case STORED -> store(enqueue, queue);
            case DUPLICATE -> queue.doings.duplicate();
            case DROPPED -> queue.doings.drop();
        }
    }

    private void store(Command.Enqueue enqueue, KnownQueue queue) {
        if (enqueue.scheduling().isFallback()) {
            queue.doings.fallBack();
        }
        long readyAt = enqueue.terms().readyAtNanos(model.nowNanos());
        Envelope envelope = new Envelope(
                enqueue.id(),
                enqueue.scheduling(),
                model.nowNanos(),
                queue.expiryNanos(readyAt, enqueue.terms().ttlNanos()),
                enqueue.terms().dedupKey(),
                null);
        queue.dedup.take(enqueue.terms().dedupKey(), enqueue.id());
        model.accept(
                new KnownMessage(
                        envelope,
                        enqueue.body(),
                        queue.flow(enqueue.scheduling().fairnessKey())),
                readyAt);
    }

    /** The account of the tokens, before anybody has gone or come for this message. */
    public void settleAdmission(Command.Enqueue enqueue, @Nullable Answer answer) {
        KnownQueue queue = model.queue(enqueue.queue());
        KnownAdmission admission = queue == null ? null : queue.admission;
        if (queue == null || admission == null) {
            return;
        }
        boolean surely = !queue.countsAreUnsure;
        if (isStored(enqueue, answer) && (queue.needsToken() || !surely)) {
            admission.take(surely, model.nowNanos());
        }
    }
}
