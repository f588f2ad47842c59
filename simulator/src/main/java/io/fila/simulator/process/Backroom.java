package io.fila.simulator.process;

import io.fila.core.command.Command;
import io.fila.core.command.Command.Redriven;
import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.hook.FailureDecision;
import io.fila.core.journal.AgendaPage;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Errand;
import io.fila.core.journal.Errand.Candidate;
import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.hook.FakeContent;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.time.Agenda;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads behind the broker, which read the disk and run scripts. What they are sent for is done at one moment and
 * comes back at a later one, and one overtakes the other.
 */
final class Backroom {
    private final Agenda agenda;
    private final FaultyJournal journal;
    private final FakeHooks hooks;
    private final Delays delays;
    private final Chance chance;

    Backroom(Agenda agenda, FaultyJournal journal, FakeHooks hooks, Delays delays, Chance chance) {
        this.agenda = agenda;
        this.journal = journal;
        this.hooks = hooks;
        this.delays = delays;
        this.chance = chance;
    }

    /** Runs the errand from that moment on, and shows what it comes back with. */
    void run(Errand errand, long fromNanos, Consumer<Sent> comesBack) {
        switch (errand) {
            case Errand.LoadPage load ->
                later(fromNanos, delays.readNanos(), comesBack, () -> {
                    Page page = journal.page(
                            load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit());
                    return Sent.telling(
                            new Command.PageLoaded(load.queue(), load.fairnessKey(), load.lane(), load.ticket(), page));
                });
            case Errand.LoadAgenda load ->
                later(fromNanos, delays.readNanos(), comesBack, () -> {
                    AgendaPage page = journal.agenda(load.queue(), load.after(), load.limit());
                    return Sent.telling(new Command.AgendaLoaded(load.queue(), load.ticket(), page));
                });
            case Errand.AskOnFailure ask ->
                later(fromNanos, delays.scriptNanos(), comesBack, () -> Sent.carryingOn(decide(ask), ask.reply()));
            case Errand.AskOnEnqueue ask ->
                later(fromNanos, delays.scriptNanos(), comesBack, () -> Sent.carryingOn(decide(ask), ask.reply()));
            case Errand.Report report -> {}
        }
    }

    /** The errand as one line, without what differs from run to run. */
    static String describe(Errand errand) {
        return switch (errand) {
            case Errand.AskOnFailure ask -> "ask on_failure of " + ask.queue() + " about " + ask.failure();
            case Errand.AskOnEnqueue ask -> "ask on_enqueue of " + ask.source() + " about " + ask.candidates();
            default -> errand.toString();
        };
    }

    private void later(long fromNanos, long longestNanos, Consumer<Sent> comesBack, Supplier<Sent> work) {
        agenda.at(fromNanos + chance.between(0, longestNanos), () -> {
            Sent result = work.get();
            agenda.after(chance.between(0, longestNanos), () -> comesBack.accept(result));
        });
    }

    private Command decide(Errand.AskOnFailure ask) {
        Content content = content(ask.queueId(), ask.failure().id());
        FailureDecision decision =
                content == null ? FailureDecision.BACK_OFF : hooks.onFailure(ask.queue(), ask.failure(), content);
        return new Command.FailureDecided(ask.queueId(), ask.queue(), ask.failure(), decision, ask.reply());
    }

    private Command decide(Errand.AskOnEnqueue ask) {
        List<Redriven> redriven = ask.candidates().stream()
                .map(candidate -> new Redriven(candidate.id(), schedule(ask, candidate)))
                .toList();
        return new Command.RedriveDecided(ask.deadLetters(), redriven, ask.reply());
    }

    private @Nullable Scheduling schedule(Errand.AskOnEnqueue ask, Candidate candidate) {
        Content content = content(ask.deadLetters(), candidate.id());
        if (content == null) {
            return candidate.before();
        }
        return hooks.onEnqueue(ask.source(), candidate.before(), content) instanceof EnqueueDecision.Take take
                ? take.scheduling()
                : null;
    }

    private @Nullable Content content(QueueId queue, MessageId id) {
        try {
            Body body = journal.body(queue, id);
            return body == null ? null : new FakeContent(body);
        } catch (DamagedException damaged) {
            return null;
        }
    }
}
