package io.fila.simulator.model;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Step;
import io.fila.simulator.process.Sent;
import java.util.List;

/** What each command must be answered, and what it changes in the model if it is accepted. */
public final class Decisions {
    private final Model model;
    private final Entries entries;
    private final Failures failures;
    private final Operations operations;
    private final Cancellations cancellations;

    public Decisions(Model model) {
        this.model = model;
        this.entries = new Entries(model);
        this.failures = new Failures(model);
        this.operations = new Operations(model);
        this.cancellations = new Cancellations(model);
    }

    /**
     * How a command may be answered.
     *
     * @param effects what the command moved
     */
    public Expectation expect(Command command, List<Step.Moved> effects) {
        return switch (command) {
            case Command.CreateQueue create -> expectCreate(create);
            case Command.DeleteQueue delete -> ifExists(delete.name());
            case Command.GetStats stats -> ifExists(stats.name());
            case Command.Explain explain -> ifExists(explain.name());
            case Command.Attach attach -> ifExists(attach.queue());
            case Command.Enqueue enqueue -> entries.expect(enqueue, effects);
            case Command.EnqueueDeadLetter offer -> entries.expect(offer);
            case Command.Ack ack -> ifHeld(ack.queue(), ack.id(), ack.leaseId());
            case Command.Nack nack -> expectNack(nack);
            case Command.ListQueues list -> Expectation.ACCEPT;
            case Command.Observe observe -> Expectation.ACCEPT;
            case Command.Grant grant -> Expectation.ACCEPT;
            case Command.Detach detach -> Expectation.ACCEPT;
            case Command.PageLoaded loaded -> Expectation.ACCEPT;
            case Command.ScheduleLoaded loaded -> Expectation.ACCEPT;
            case Command.FailureDecided decided -> failures.expect(decided);
            case Command.Redrive redrive -> expectRedrive(redrive);
            case Command.RedriveDecided decided -> expectRedriven(decided);
            case Command.SetConfig set ->
                model.config().accepts(set.key(), set.value())
                        ? Expectation.ACCEPT
                        : Expectation.refuse(Refusal.Code.INVALID_ARGUMENT);
            case Command.GetConfig get ->
                model.config().value(get.key()) == null
                        ? Expectation.refuse(Refusal.Code.NOT_FOUND)
                        : Expectation.ACCEPT;
            case Command.ListConfig list -> Expectation.ACCEPT;
            case Command.SetAside aside -> Expectation.ACCEPT;
            case Command.Extend extend -> ifHeld(extend.queue(), extend.id(), extend.leaseId());
            case Command.UpdateQueue update -> ifExists(update.name());
            case Command.Pause pause -> ifExists(pause.name());
            case Command.SetWeight set -> operations.expect(set);
            case Command.Purge purge ->
                model.queue(purge.name()) == null
                        ? Expectation.refuse(Refusal.Code.NOT_FOUND)
                        : Expectation.sometime(Refusal.Code.NOT_FOUND);
            case Command.Move move -> operations.expect(move);
            case Command.Cancel cancel -> cancellations.expect(cancel);
            case Command.DiskSpace space -> Expectation.ACCEPT;
            case Command.OfKeys ofKeys -> model.keys().expect(ofKeys, model.nowNanos());
        };
    }

    /** Carries out a command that was accepted or must wait for somebody else's decision, but for the messages that it moves. */
    public void apply(Sent sent) {
        switch (sent.command()) {
            case Command.CreateQueue create -> create(create);
            case Command.DeleteQueue delete -> delete(delete.name());
            case Command.Enqueue enqueue -> entries.note(enqueue, sent.answer());
            case Command.EnqueueDeadLetter offer -> entries.note(offer, sent.answer());
            case Command.Attach attach -> attach(attach);
            case Command.Grant grant -> grant(grant);
            case Command.Detach detach -> {
                KnownQueue queue = model.queue(detach.queue());
                if (queue != null) {
                    queue.consumers.remove(detach.consumer());
                }
            }
            case Command.Nack nack -> failures.note(nack);
            case Command.SetConfig set -> model.config().set(set.key(), set.value(), model.nowNanos());
            case Command.DiskSpace space -> model.diskIsLow = space.low();
            case Command.UpdateQueue update -> operations.update(update);
            case Command.Pause pause -> operations.pause(pause);
            case Command.SetWeight set -> operations.weigh(set);
            case Command.Move move -> operations.note(move);
            case Command.OfKeys ofKeys -> model.keys().apply(ofKeys, model.nowNanos());
            case Command.Ack ack -> {}
            case Command.Extend extend -> {}
            case Command.FailureDecided decided -> {}
            case Command.SetAside aside -> {}
            case Command.Redrive redrive -> {}
            case Command.RedriveDecided decided -> {}
            case Command.Purge purge -> {}
            case Command.Cancel cancel -> {}
            case Command.ListQueues list -> {}
            case Command.Observe observe -> {}
            case Command.GetStats stats -> {}
            case Command.Explain explain -> {}
            case Command.PageLoaded loaded -> {}
            case Command.ScheduleLoaded loaded -> {}
            case Command.GetConfig get -> {}
            case Command.ListConfig list -> {}
        }
    }

    /** The automatic dead letter queue that a creation must make too. */
    private boolean wantsDeadLetter(QueueName name) {
        return !name.isDeadLetter() && model.queue(name.deadLetter()) == null;
    }

    private Expectation expectCreate(Command.CreateQueue create) {
        if (model.queue(create.name()) != null) {
            return Expectation.refuse(Refusal.Code.ALREADY_EXISTS);
        }
        int more = wantsDeadLetter(create.name()) ? 2 : 1;
        return model.knownQueues().size() + more > model.limits().queues()
                ? Expectation.refuse(Refusal.Code.RESOURCE_EXHAUSTED)
                : Expectation.ACCEPT;
    }

    private Expectation expectNack(Command.Nack nack) {
        Expectation expected = ifHeld(nack.queue(), nack.id(), nack.leaseId());
        if (!expected.mayAccept()) {
            return expected;
        }
        if (failures.holdsAForeignKey(model.known(nack.id()), nack.reason())) {
            return Expectation.refuse(Refusal.Code.INVALID_ARGUMENT);
        }
        return failures.asksScript(model.known(nack.id())) ? Expectation.LATER : expected;
    }

    /** Once it is known to be for a queue that is there, the step is judged when it is taken up. */
    private Expectation expectRedrive(Command.Redrive redrive) {
        if (!redrive.deadLetters().isDeadLetter()) {
            return Expectation.refuse(Refusal.Code.INVALID_ARGUMENT);
        }
        return model.queue(redrive.deadLetters()) == null
                ? Expectation.refuse(Refusal.Code.NOT_FOUND)
                : Expectation.sometime(Refusal.Code.FAILED_PRECONDITION, Refusal.Code.NOT_FOUND);
    }

    private Expectation expectRedriven(Command.RedriveDecided decided) {
        KnownQueue deadLetters = model.queue(decided.deadLetters());
        return deadLetters == null || model.queue(deadLetters.name().source()) != null
                ? Expectation.ACCEPT
                : Expectation.refuse(Refusal.Code.FAILED_PRECONDITION);
    }

    private Expectation ifExists(QueueName name) {
        return model.queue(name) == null ? Expectation.refuse(Refusal.Code.NOT_FOUND) : Expectation.ACCEPT;
    }

    private Expectation ifHeld(QueueName name, MessageId id, long leaseId) {
        KnownMessage message = model.message(id);
        boolean held = message != null
                && message.state() == KnownMessage.State.LEASED
                && !message.inQuestion
                && (leaseId == 0 || leaseId == message.leaseId())
                && message.queue().name().equals(name);
        return held ? Expectation.ACCEPT : Expectation.refuse(Refusal.Code.NOT_FOUND);
    }

    private void create(Command.CreateQueue create) {
        boolean both = wantsDeadLetter(create.name());
        model.knownQueues().open(create.name(), create.config(), false, model.nowNanos());
        if (both) {
            model.knownQueues().open(create.name().deadLetter(), QueueConfig.DEFAULT, true, model.nowNanos());
        }
    }

    private void delete(QueueName name) {
        remove(name);
        KnownQueue deadLetter = model.queue(name.deadLetter());
        if (deadLetter != null && deadLetter.definition().automatic()) {
            remove(name.deadLetter());
        }
    }

    private void remove(QueueName name) {
        KnownQueue queue = model.knownQueues().remove(name);
        if (queue != null) {
            List.copyOf(model.leases()).stream()
                    .filter(message -> message.queue() == queue)
                    .forEach(model::dropWithQueue);
            queue.flows().forEach(flow -> flow.stored().forEach(model::dropWithQueue));
            queue.scheduled.forEach(model::dropWithQueue);
            queue.quarantined.forEach(model::dropWithQueue);
        }
    }

    private void attach(Command.Attach attach) {
        KnownQueue queue = model.queue(attach.queue());
        if (queue != null) {
            KnownConsumer consumer =
                    new KnownConsumer(attach.consumer(), model.limits().inFlightPerConsumer());
            queue.consumers.put(attach.consumer(), consumer);
            consumer.credit = attach.credit();
            model.learnWindow(consumer);
        }
    }

    private void grant(Command.Grant grant) {
        KnownQueue queue = model.queue(grant.queue());
        KnownConsumer consumer = queue == null ? null : queue.consumers.get(grant.consumer());
        if (consumer != null) {
            consumer.credit += grant.credit();
        }
    }
}
