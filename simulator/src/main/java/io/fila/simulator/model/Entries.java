package io.fila.simulator.model;

import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Capacity;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.process.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a new message gets into its queue. */
public final class Entries {
    private final Model model;

    public Entries(Model model) {
        this.model = model;
    }

    /** @param effects what the command moved: whether the oldest is in memory, and can go, only the broker knows */
    Expectation expect(Command.Enqueue enqueue, List<Step.Moved> effects) {
        KnownQueue queue = model.queue(enqueue.queue());
        if (model.diskIsLow) {
            return Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
        }
        if (queue == null) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        if (first(enqueue.options().dedupKey(), queue) != null) {
            return Expectation.ACCEPT;
        }
        String key = enqueue.scheduling().fairnessKey();
        if (!model.knownQueues().haveRoomFor(queue, key, model.limits())) {
            return Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
        }
        if (queue.room() > 0) {
            return byAdmission(queue);
        }
        return switch (queue.config().capacity().overflow()) {
            case REJECT -> Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
            case DROP_NEW -> Expectation.ACCEPT;
            case DROP_OLDEST ->
                effects.stream().noneMatch(move -> move.cause() == Cause.CROWDED_OUT)
                        ? Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED)
                        : byAdmission(queue);
        };
    }

    /** What its script did not schedule goes to the dead letters as long as there is room for it. */
    Expectation expect(Command.EnqueueDeadLetter offer) {
        KnownQueue queue = model.queue(offer.queue());
        if (model.diskIsLow) {
            return Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
        }
        if (queue == null) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        KnownQueue deadLetters =
                queue.name().isDeadLetter() ? queue : model.queue(queue.name().deadLetter());
        boolean full = deadLetters != null && deadLetters.room() == 0;
        return full && first(offer.dedupKey(), queue) == null
                ? Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED)
                : Expectation.ACCEPT;
    }

    private Expectation byAdmission(KnownQueue queue) {
        KnownBucket admission = queue.admission;
        if (admission == null || !queue.needsToken() || admission.surelyHolds(model.nowNanos())) {
            return Expectation.ACCEPT;
        }
        return admission.mayHold(model.nowNanos())
                ? Expectation.either(Refusal.Code.RESOURCE_EXHAUSTED)
                : Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED);
    }

    private @Nullable MessageId first(String dedupKey, KnownQueue queue) {
        return queue.dedup.holder(dedupKey, model.nowNanos());
    }

    /** What a message that is not refused must be told. */
    public @Nullable Accepted outcome(Command.Enqueue enqueue) {
        KnownQueue queue = model.queue(enqueue.queue());
        if (queue == null) {
            return null;
        }
        MessageId first = first(enqueue.options().dedupKey(), queue);
        if (first != null) {
            return Accepted.duplicateOf(first);
        }
        boolean dropped = queue.room() == 0 && queue.config().capacity().overflow() == Capacity.Overflow.DROP_NEW;
        return dropped ? Accepted.dropped() : Accepted.stored(enqueue.id());
    }

    /** What such a message must be told if it is not refused. */
    public @Nullable Accepted outcome(Command.EnqueueDeadLetter offer) {
        KnownQueue queue = model.queue(offer.queue());
        if (queue == null) {
            return null;
        }
        MessageId first = first(offer.dedupKey(), queue);
        return first == null ? Accepted.stored(offer.id()) : Accepted.duplicateOf(first);
    }

    /** Counts what was not stored, and takes the token that lets a message in. */
    void note(Command.Enqueue enqueue, @Nullable Answer answer) {
        KnownQueue queue = model.queue(enqueue.queue());
        if (queue == null || answer == null || !(answer.value() instanceof Accepted accepted)) {
            return;
        }
        switch (accepted.outcome()) {
            case STORED -> queue.takeAdmission(model.nowNanos());
            case DUPLICATE -> queue.doings.duplicate();
            case DROPPED -> queue.doings.drop();
        }
    }

    void note(Command.EnqueueDeadLetter offer, @Nullable Answer answer) {
        KnownQueue queue = model.queue(offer.queue());
        if (queue != null
                && answer != null
                && answer.value() instanceof Accepted accepted
                && accepted.outcome() == Accepted.Outcome.DUPLICATE) {
            queue.doings.duplicate();
        }
    }

    KnownMessage store(Command.Enqueue enqueue) {
        KnownQueue queue = model.existing(enqueue.queue());
        if (enqueue.scheduling().isFallback()) {
            queue.doings.fallBack();
        }
        long readyAt = enqueue.options().readyAtNanos(model.nowNanos());
        Envelope envelope = new Envelope(
                enqueue.id(),
                enqueue.scheduling(),
                model.nowNanos(),
                queue.expiryNanos(readyAt, enqueue.options().ttlNanos()),
                enqueue.options().dedupKey(),
                null);
        queue.dedup.take(enqueue.options().dedupKey(), enqueue.id());
        KnownMessage message = new KnownMessage(
                envelope, enqueue.body(), queue.flow(enqueue.scheduling().fairnessKey()));
        model.accept(message, readyAt);
        return message;
    }

    KnownMessage store(Command.EnqueueDeadLetter offer) {
        KnownQueue queue = model.existing(offer.queue());
        queue.doings.fallBack();
        KnownQueue deadLetters =
                queue.name().isDeadLetter() ? queue : model.knownQueues().deadLettersOf(queue, model.nowNanos());
        DeadLetter death = new DeadLetter(offer.reason(), queue.name().value(), model.nowNanos());
        Envelope envelope = new Envelope(offer.id(), offer.asked(), model.nowNanos()).buried(death);
        KnownMessage message = new KnownMessage(envelope, offer.body(), deadLetters.flow(Scheduling.DEFAULT_KEY));
        model.accept(message, model.nowNanos());
        return message;
    }
}
