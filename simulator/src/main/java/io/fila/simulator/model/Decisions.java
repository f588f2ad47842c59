package io.fila.simulator.model;

import static io.fila.core.reply.Refusal.Code.ALREADY_EXISTS;
import static io.fila.core.reply.Refusal.Code.FAILED_PRECONDITION;
import static io.fila.core.reply.Refusal.Code.INVALID_ARGUMENT;
import static io.fila.core.reply.Refusal.Code.NOT_FOUND;
import static io.fila.core.reply.Refusal.Code.PERMISSION_DENIED;
import static io.fila.core.reply.Refusal.Code.RESOURCE_EXHAUSTED;
import static io.fila.core.reply.Refusal.Code.UNAUTHENTICATED;
import static io.fila.simulator.model.Expectation.ACCEPT;
import static io.fila.simulator.model.Expectation.DONE;
import static io.fila.simulator.model.Expectation.LATER;
import static io.fila.simulator.model.Expectation.accept;
import static io.fila.simulator.model.Expectation.refuse;

import io.fila.core.command.Accepted;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.hook.Failure;
import io.fila.core.hook.NackReason;
import io.fila.core.message.MessageId;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.process.Sent;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What each command must be answered, and what it changes in the model if it is accepted, but for the messages that it moves. */
public final class Decisions {
    private final Model model;

    public Decisions(Model model) {
        this.model = model;
    }

    /**
     * How a command may be answered.
     *
     * @param effects what the command moved: what is in memory, and can go, only the broker knows
     */
    public Expectation expect(Command command, List<Step.Moved> effects) {
        return switch (command) {
            case Command.CreateQueue create -> expect(create);
            case Command.DeleteQueue it -> ifExists(it.name(), DONE);
            case Command.UpdateQueue it ->
                model.queue(it.name()) == null
                        ? refuse(NOT_FOUND)
                        : accept(it.change().apply(model.existing(it.name()).config()));
            case Command.Pause it -> ifExists(it.name(), DONE);
            case Command.GetStats it -> ifExists(it.name(), ACCEPT);
            case Command.Explain it -> ifExists(it.name(), ACCEPT);
            case Command.Attach it -> ifExists(it.queue(), DONE);
            case Command.Purge it -> ifExists(it.name(), ACCEPT.or(NOT_FOUND).sometime());
            case Command.SetWeight set -> expect(set);
            case Command.Enqueue enqueue -> expect(enqueue, effects);
            case Command.EnqueueDeadLetter offer -> expect(offer);
            case Command.Cancel cancel -> ifExists(cancel.queue(), expect(cancel, !effects.isEmpty()));
            case Command.Move move -> expect(move);
            case Command.Ack it -> ifHeld(it.queue(), it.id(), it.leaseId(), DONE.moving(it.id(), Cause.ACKED));
            case Command.Extend it when model.queue(it.queue()) == null -> refuse(NOT_FOUND);
            case Command.Extend it ->
                ifHeld(
                        it.queue(),
                        it.id(),
                        it.leaseId(),
                        accept(model.extendedUntil(it)).moving(it.id(), Cause.EXTENDED));
            case Command.Nack nack -> ifHeld(nack.queue(), nack.id(), nack.leaseId(), expect(nack));
            case Command.FailureDecided decided ->
                isInQuestion(decided) ? triedAgain(decided.failure().id()) : refuse(NOT_FOUND);
            case Command.Redrive redrive ->
                redrive.deadLetters().isDeadLetter()
                        ? ifExists(
                                redrive.deadLetters(),
                                ACCEPT.or(FAILED_PRECONDITION, NOT_FOUND).sometime())
                        : refuse(INVALID_ARGUMENT);
            case Command.RedriveDecided decided -> expect(decided);
            case Command.SetConfig set ->
                model.config().accepts(set.key(), set.value()) ? DONE : refuse(INVALID_ARGUMENT);
            case Command.GetConfig get ->
                model.config().value(get.key()) == null
                        ? refuse(NOT_FOUND)
                        : accept(model.config().value(get.key()));
            case Command.ListConfig list -> accept(model.config().startingWith(list.prefix()));
            case Command.OfShards _ -> throw new IllegalStateException("Expected a broker that stands alone.");
            case Command.OfKeys ofKeys ->
                model.keys().may(ofKeys, model.nowNanos())
                        ? ACCEPT.or(NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION)
                        : refuse(UNAUTHENTICATED).or(UNAUTHENTICATED, PERMISSION_DENIED);
            case Command.Detach _ -> DONE;
            case Command.SetAside aside when isMeant(aside) -> ACCEPT.moving(aside.id(), Cause.QUARANTINED);
            case Command.ListQueues _,
                    Command.Observe _,
                    Command.Grant _,
                    Command.PageLoaded _,
                    Command.ScheduleLoaded _,
                    Command.SetAside _,
                    Command.DiskSpace _ -> ACCEPT;
        };
    }

    /** Applies a command that was accepted or that waits for a script. */
    public void apply(Sent sent) {
        long now = model.nowNanos();
        switch (sent.command()) {
            case Command.CreateQueue create -> {
                boolean both = wantsDeadLetter(create.name());
                model.knownQueues().open(create.name(), create.config(), false, now);
                if (both) {
                    model.knownQueues().open(create.name().deadLetter(), QueueConfig.DEFAULT, true, now);
                }
            }
            case Command.DeleteQueue delete -> {
                model.remove(delete.name());
                KnownQueue deadLetters = model.queue(delete.name().deadLetter());
                if (deadLetters != null && deadLetters.definition().automatic()) {
                    model.remove(deadLetters.name());
                }
            }
            case Command.UpdateQueue update -> {
                KnownQueue queue = model.existing(update.name());
                model.knownQueues().redefine(queue, update.change().apply(queue.config()), now);
            }
            case Command.Pause pause
            when pause.paused() -> model.existing(pause.name()).paused.add(pause.fairnessKey());
            case Command.Pause pause -> model.existing(pause.name()).paused.remove(pause.fairnessKey());
            case Command.SetWeight set ->
                model.existing(set.name()).flow(set.fairnessKey()).weigh(set.weight());
            case Command.Enqueue enqueue
            when sent.answer() != null ->
                count(model.existing(enqueue.queue()), sent.answer().value(), true);
            case Command.EnqueueDeadLetter offer
            when sent.answer() != null ->
                count(model.existing(offer.queue()), sent.answer().value(), false);
            case Command.Move move -> {
                KnownQueue target = model.existing(move.target());
                if (!target.name().equals(move.name())) {
                    target.takeAdmission(now);
                }
            }
            case Command.Attach attach -> attach(attach);
            case Command.Grant grant -> {
                KnownQueue queue = model.queue(grant.queue());
                KnownConsumer consumer = queue == null ? null : queue.consumers.get(grant.consumer());
                if (consumer != null) {
                    consumer.credit += grant.credit();
                }
            }
            case Command.Detach detach
            when model.queue(detach.queue()) != null ->
                model.existing(detach.queue()).consumers.remove(detach.consumer());
            case Command.Nack nack -> {
                KnownMessage message = Objects.requireNonNull(model.message(nack.id()));
                message.retryAfterNanos = nack.reason().retryAfterNanos();
                message.inQuestion = asksScript(message);
                if (holds(nack.reason())) {
                    model.config()
                            .hold(nack.reason().holdThrottleKey(), nack.reason().retryAfterNanos(), now);
                }
            }
            case Command.SetConfig set -> model.config().set(set.key(), set.value(), now);
            case Command.DiskSpace space -> model.diskIsLow = space.low();
            case Command.OfKeys ofKeys -> model.keys().apply(ofKeys, now);
            default -> {}
        }
    }

    private Expectation expect(Command.CreateQueue create) {
        if (model.queue(create.name()) != null) {
            return refuse(ALREADY_EXISTS);
        }
        int more = wantsDeadLetter(create.name()) ? 2 : 1;
        boolean fits = model.queues().size() + more <= model.limits().queues();
        return fits ? accept(create.name()) : refuse(RESOURCE_EXHAUSTED);
    }

    /** Whether a creation must make the automatic dead letter queue too. */
    private boolean wantsDeadLetter(QueueName name) {
        return !name.isDeadLetter() && model.queue(name.deadLetter()) == null;
    }

    private Expectation expect(Command.SetWeight set) {
        KnownQueue queue = model.queue(set.name());
        return queue != null && queue.hasBacklog(set.fairnessKey()) ? DONE : refuse(NOT_FOUND);
    }

    // ---- who gets in ----

    private Expectation expect(Command.Enqueue enqueue, List<Step.Moved> effects) {
        KnownQueue queue = model.queue(enqueue.queue());
        if (model.diskIsLow || queue == null) {
            return refuse(model.diskIsLow ? RESOURCE_EXHAUSTED : NOT_FOUND);
        }
        MessageId first = queue.dedup.holder(enqueue.options().dedupKey(), model.nowNanos());
        if (first != null) {
            return accept(Accepted.duplicateOf(first));
        }
        String key = enqueue.scheduling().fairnessKey();
        if (!model.knownQueues().haveRoomFor(queue, key, model.limits())) {
            return refuse(RESOURCE_EXHAUSTED);
        }
        Capacity.Overflow overflow = queue.config().capacity().overflow();
        if (queue.room() > 0 || (overflow == Capacity.Overflow.DROP_OLDEST && makesRoom(queue, key, effects))) {
            return byAdmission(queue, accept(Accepted.stored(enqueue.id())).moving(enqueue.id(), Cause.ACCEPTED));
        }
        return overflow == Capacity.Overflow.DROP_NEW ? accept(Accepted.dropped()) : refuse(RESOURCE_EXHAUSTED);
    }

    /** Whether a message has gone for one of this key, or could have because it is surely in memory. */
    private boolean makesRoom(KnownQueue queue, String key, List<Step.Moved> effects) {
        return effects.stream().anyMatch(move -> move.cause() == Cause.CROWDED_OUT)
                || queue.flows().stream()
                        .filter(flow -> flow.key().equals(key) || !queue.hasBacklog(key))
                        .anyMatch(model::isInMemory);
    }

    private Expectation byAdmission(KnownQueue queue, Expectation admitted) {
        KnownBucket admission = queue.needsToken() ? queue.admission : null;
        if (admission == null || admission.surelyHolds(model.nowNanos())) {
            return admitted;
        }
        return admission.mayHold(model.nowNanos()) ? admitted.or(RESOURCE_EXHAUSTED) : refuse(RESOURCE_EXHAUSTED);
    }

    /** A message that its script did not schedule becomes a dead letter if there is room. */
    private Expectation expect(Command.EnqueueDeadLetter offer) {
        KnownQueue queue = model.queue(offer.queue());
        if (model.diskIsLow || queue == null) {
            return refuse(model.diskIsLow ? RESOURCE_EXHAUSTED : NOT_FOUND);
        }
        MessageId first = queue.dedup.holder(offer.dedupKey(), model.nowNanos());
        if (first != null) {
            return accept(Accepted.duplicateOf(first));
        }
        KnownQueue deadLetters =
                queue.name().isDeadLetter() ? queue : model.queue(queue.name().deadLetter());
        return deadLetters != null && deadLetters.room() == 0
                ? refuse(RESOURCE_EXHAUSTED)
                : accept(Accepted.stored(offer.id())).moving(offer.id(), Cause.DEAD_LETTERED);
    }

    /** Counts duplicates and drops, and takes the token for a message that is admitted. */
    private void count(KnownQueue queue, @Nullable Object value, boolean needsToken) {
        if (value instanceof Accepted accepted) {
            switch (accepted.outcome()) {
                case STORED -> {
                    if (needsToken) {
                        queue.takeAdmission(model.nowNanos());
                    }
                }
                case DUPLICATE -> queue.duplicates++;
                case DROPPED -> queue.dropped++;
            }
        }
    }

    private Expectation expect(Command.Move move) {
        KnownQueue from = model.queue(move.name());
        KnownQueue to = model.queue(move.target());
        KnownMessage message = model.message(move.id());
        boolean isThere = message != null && from != null && message.queue() == from && to != null;
        if (message == null || to == null || !isThere || !(message.isLeased() || waits(message))) {
            return refuse(NOT_FOUND);
        }
        if (message.isLeased()) {
            return refuse(FAILED_PRECONDITION);
        }
        Expectation moved = DONE.moving(move.id(), Cause.MOVED);
        return isFirstInMemory(message) ? moved.or(RESOURCE_EXHAUSTED) : moved.or(NOT_FOUND, RESOURCE_EXHAUSTED);
    }

    /** A message that is not, the broker may not find. */
    private boolean isFirstInMemory(KnownMessage message) {
        return message.isInLine()
                && message.flow().pending().getFirst() == message
                && model.isInMemory(message.flow())
                && !message.envelope().isExpired(model.nowNanos());
    }

    private static boolean waits(KnownMessage message) {
        return message.isInLine() || message.isScheduled();
    }

    /** The waiting message with this key was deleted, or it is only on disk; the command's effect says which. */
    private Expectation expect(Command.Cancel cancel, boolean isGone) {
        KnownQueue queue = model.queue(cancel.queue());
        MessageId id = queue == null ? null : queue.dedup.holder(cancel.dedupKey(), model.nowNanos());
        KnownMessage holder = id == null ? null : model.message(id);
        // A message quarantined unread keeps its key, because the key could not be read.
        if (holder == null || !(waits(holder) || holder.isQuarantined())) {
            return accept(Cancelled.NONE);
        }
        return isGone && waits(holder)
                ? accept(Cancelled.gone(holder.id())).moving(holder.id(), Cause.CANCELLED)
                : accept(Cancelled.onDisk(holder.id()));
    }

    // ---- those with consumers ----

    private Expectation ifExists(QueueName name, Expectation expected) {
        return model.queue(name) == null ? refuse(NOT_FOUND) : expected;
    }

    private Expectation ifHeld(QueueName name, MessageId id, long leaseId, Expectation expected) {
        KnownMessage message = model.message(id);
        boolean held = message != null
                && message.isLeased()
                && !message.inQuestion
                && (leaseId == 0 || leaseId == message.leaseId())
                && message.queue().name().equals(name);
        return held ? expected : refuse(NOT_FOUND);
    }

    private Expectation expect(Command.Nack nack) {
        KnownMessage message = model.message(nack.id());
        if (message == null) {
            return triedAgain(nack.id());
        }
        String key = nack.reason().holdThrottleKey();
        if (holds(nack.reason())
                && !message.envelope().scheduling().throttleKeys().contains(key)) {
            return refuse(INVALID_ARGUMENT);
        }
        return asksScript(message) ? LATER : triedAgain(message.id());
    }

    private static Expectation triedAgain(MessageId id) {
        return DONE.moving(id, Cause.NACKED, Cause.DEAD_LETTERED);
    }

    private boolean isMeant(Command.SetAside aside) {
        KnownMessage message = model.message(aside.id());
        return message != null
                && message.isLeased()
                && message.leaseId() == aside.leaseId()
                && message.queue().id().equals(aside.queue());
    }

    private static boolean holds(NackReason reason) {
        return !reason.holdThrottleKey().isEmpty() && reason.retryAfterNanos() > 0;
    }

    /** Whether a script is asked about this failure before anything happens. */
    private static boolean asksScript(KnownMessage message) {
        int most = message.queue().config().maxAttempts();
        return message.queue().config().hasOnFailure() && (most == 0 || message.attempts + 1 < most);
    }

    /** The answer must be about the try that was asked about, not about a later one. */
    private boolean isInQuestion(Command.FailureDecided decided) {
        Failure failure = decided.failure();
        KnownMessage message = model.message(failure.id());
        return message != null
                && message.isLeased()
                && message.queue().id().equals(decided.queue())
                && message.inQuestion
                && message.attempts + 1 == failure.attempts();
    }

    private Expectation expect(Command.RedriveDecided decided) {
        KnownQueue deadLetters = model.queue(decided.deadLetters());
        return deadLetters == null || model.queue(deadLetters.name().source()) != null
                ? ACCEPT
                : refuse(FAILED_PRECONDITION);
    }

    private void attach(Command.Attach attach) {
        KnownConsumer consumer =
                new KnownConsumer(attach.consumer(), model.limits().inFlightPerConsumer());
        model.existing(attach.queue()).consumers.put(attach.consumer(), consumer);
        consumer.credit = attach.credit();
        model.learnWindow(consumer);
    }
}
