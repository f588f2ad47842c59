package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Cancellations;
import io.fila.simulator.model.Entries;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
    protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
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
            requireValue(sent, answer.value(), effects);
        } else {
            require(!refusal.sentence().isBlank(), "a sentence", refusal);
        }
    }

    private void requireValue(Sent sent, @Nullable Object value, List<Step.Moved> effects) {
        Object expected = switch (sent.command()) {
            case Command.CreateQueue create -> create.name();
            case Command.Enqueue enqueue -> entries.outcome(enqueue);
            case Command.EnqueueDeadLetter offer -> entries.outcome(offer);
            case Command.Extend extend -> model.extendedUntil(extend);
            case Command.UpdateQueue update -> changed(update);
            case Command.Purge purge -> value;
            case Command.Cancel cancel -> cancellations.outcome(cancel, !effects.isEmpty());
            case Command.ListQueues list -> value;
            case Command.Observe observe -> value;
            case Command.GetStats stats -> value;
            case Command.Redrive redrive -> value;
            case Command.RedriveDecided decided -> moved(decided);
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

    /** Purges and redrives are judged when they are taken up. */
    @Override
    protected void answers(Sent sent, Answer answer, @Nullable Command during) {
        Refusal refusal = answer.refusal();
        switch (sent.command()) {
            case Command.Purge purge -> {
                boolean gone = during instanceof Command.DeleteQueue || model.queue(purge.name()) == null;
                require(gone == (refusal != null), gone ? "a refusal" : "an answer", answer);
            }
            case Command.Redrive redrive
            when !(during instanceof Command.RedriveDecided) -> {
                Refusal.Code wanted = refusalOf(redrive, during);
                Refusal.Code found = refusal == null ? null : refusal.code();
                require(wanted == found, () -> "refusal " + wanted, () -> answer);
            }
            default -> {}
        }
    }

    private Refusal.@Nullable Code refusalOf(Command.Redrive redrive, @Nullable Command during) {
        if (!redrive.deadLetters().isDeadLetter()) {
            return Refusal.Code.INVALID_ARGUMENT;
        }
        if (during instanceof Command.DeleteQueue || model.queue(redrive.deadLetters()) == null) {
            return Refusal.Code.NOT_FOUND;
        }
        return model.queue(redrive.deadLetters().source()) == null ? Refusal.Code.FAILED_PRECONDITION : null;
    }

    /** As many as are held, as their script takes back, and as have room; whoever is behind one that has none stays. */
    private int moved(Command.RedriveDecided decided) {
        KnownQueue deadLetters = model.queue(decided.deadLetters());
        KnownQueue source =
                deadLetters == null ? null : model.queue(deadLetters.name().source());
        Set<String> newKeys = new HashSet<>();
        int moved = 0;
        for (Command.Redriven redriven : decided.redriven()) {
            KnownMessage message = model.message(redriven.id());
            Scheduling scheduling = redriven.scheduling();
            boolean held =
                    message != null && message.state() == KnownMessage.State.HELD && message.queue() == deadLetters;
            if (source == null || scheduling == null || !held) {
                continue;
            }
            String key = scheduling.fairnessKey();
            boolean isNew = !source.remembered().contains(key) && !newKeys.contains(key);
            boolean fits = !isNew
                    || model.knownQueues().keys() + newKeys.size()
                            < model.limits().flows();
            if (source.room() <= moved || !fits) {
                break;
            }
            if (isNew) {
                newKeys.add(key);
            }
            moved++;
        }
        return moved;
    }
}
