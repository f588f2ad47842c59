package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueConfig;
import io.fila.core.reply.Done;
import io.fila.simulator.model.Cancellations;
import io.fila.simulator.model.Entries;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Refusals and acceptances are those that the model expects: a disk that is low stops enqueues and nothing else. */
final class AnswersAreRight extends Law {
    private final Model model;
    private final Entries entries;
    private final Cancellations cancellations;

    AnswersAreRight(Model model) {
        super("Every command that asks is answered once, and accepted or refused as the state of the broker demands.");
        this.model = model;
        this.entries = new Entries(model);
        this.cancellations = new Cancellations(model);
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        Answer answer = sent.answer();
        if (answer == null) {
            require(!sent.wantsAnswer() || expected.mayWait(), () -> "an answer to " + sent.describe(), () -> "none");
            return;
        }
        var refusal = answer.refusal();
        boolean right =
                refusal == null ? expected.mayAccept() : expected.mayRefuse().contains(refusal.code());
        require(right, () -> expected.toString(), () -> sent.describe() + " answered " + answer);
        if (refusal == null) {
            requireValue(sent, answer.value());
        } else {
            require(!refusal.sentence().isBlank(), "a sentence", refusal);
        }
    }

    private void requireValue(Sent sent, @Nullable Object value) {
        Object expected = switch (sent.command()) {
            case Command.CreateQueue create -> create.name();
            case Command.Enqueue enqueue -> entries.outcome(enqueue, value);
            case Command.EnqueueDeadLetter offer -> entries.outcome(offer, value);
            case Command.Extend extend -> model.extendedUntil(extend);
            case Command.UpdateQueue update -> changed(update);
            case Command.Purge purge -> value;
            case Command.Cancel cancel -> cancellations.outcome(cancel, value);
            case Command.ListQueues list -> value;
            case Command.Observe observe -> value;
            case Command.GetStats stats -> value;
            case Command.Redrive redrive -> value;
            case Command.RedriveDecided decided -> moved(decided, value);
            case Command.GetConfig get -> model.config().value(get.key());
            case Command.ListConfig list -> model.config().startingWith(list.prefix());
            case Command.OfKeys ofKeys -> model.keys().outcome(ofKeys, value, model.nowNanos());
            default -> Done.DONE;
        };
        require(Objects.equals(expected, value), () -> String.valueOf(expected), () -> String.valueOf(value));
    }

    private @Nullable QueueConfig changed(Command.UpdateQueue update) {
        KnownQueue queue = model.queue(update.name());
        return queue == null ? null : update.change().apply(queue.config());
    }

    /** As many as are held and have room; what room there was can't always be told. */
    private int moved(Command.RedriveDecided decided, @Nullable Object told) {
        long held = stillHeld(decided);
        KnownQueue source = source(decided);
        if (source != null && source.countsAreUnsure() && told instanceof Integer number) {
            return Math.clamp(number, 0, (int) held);
        }
        int most = (int) Math.min(held, source == null ? 0 : source.room());
        boolean mayBeTooManyKeys =
                model.knownQueues().mostFlows() + held > model.limits().flows();
        return mayBeTooManyKeys && told instanceof Integer number ? Math.clamp(number, 0, most) : most;
    }

    /** Those that a redrive still holds and that their script takes back: as many move, if there is room. */
    private long stillHeld(Command.RedriveDecided decided) {
        long held = 0;
        for (Command.Redriven redriven : decided.redriven()) {
            KnownMessage message = model.message(redriven.id());
            if (message != null
                    && redriven.scheduling() != null
                    && message.state() == KnownMessage.State.HELD
                    && message.queue().id().equals(decided.deadLetters())) {
                held++;
            }
        }
        return held;
    }

    private @Nullable KnownQueue source(Command.RedriveDecided decided) {
        KnownQueue deadLetters = model.queue(decided.deadLetters());
        return deadLetters == null ? null : model.queue(deadLetters.name().source());
    }
}
