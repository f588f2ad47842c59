package io.fila.simulator.process;

import io.fila.core.command.Command;
import io.fila.core.command.Command.Redriven;
import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.hook.FailureDecision;
import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Effect;
import io.fila.core.journal.Effect.Candidate;
import io.fila.core.journal.Page;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.hook.FakeContent;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.time.EventQueue;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads behind the broker, which read the disk and run scripts. What they are sent for is done at one moment and
 * comes back at a later one, and one overtakes the other.
 */
final class Backroom {
    private final EventQueue events;
    private final Supplier<? extends Archive> archive;
    private final FakeHooks hooks;
    private final Delays delays;
    private final Chance chance;

    Backroom(EventQueue events, Supplier<? extends Archive> archive, FakeHooks hooks, Delays delays, Chance chance) {
        this.events = events;
        this.archive = archive;
        this.hooks = hooks;
        this.delays = delays;
        this.chance = chance;
    }

    /** Runs the effect at that time, and passes on its result. */
    void run(Effect effect, long fromNanos, Consumer<Sent> comesBack) {
        switch (effect) {
            case Effect.LoadPage load ->
                later(fromNanos, delays.readNanos(), comesBack, () -> {
                    Page page = archive.get()
                            .page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit());
                    return Sent.telling(
                            new Command.PageLoaded(load.queue(), load.fairnessKey(), load.lane(), load.ticket(), page));
                });
            case Effect.LoadSchedule load ->
                later(fromNanos, delays.readNanos(), comesBack, () -> {
                    SchedulePage page = archive.get().schedule(load.queue(), load.after(), load.limit());
                    return Sent.telling(new Command.ScheduleLoaded(load.queue(), load.ticket(), page));
                });
            case Effect.AskOnFailure ask ->
                later(fromNanos, delays.scriptNanos(), comesBack, () -> Sent.carryingOn(decide(ask), ask.reply()));
            case Effect.AskOnEnqueue ask ->
                later(fromNanos, delays.scriptNanos(), comesBack, () -> Sent.carryingOn(decide(ask), ask.reply()));
            case Effect.Report report -> {}
        }
    }

    /** The effect as one line, without what differs from run to run. */
    static String describe(Effect effect) {
        return switch (effect) {
            case Effect.AskOnFailure ask -> "ask on_failure of " + ask.queue() + " about " + ask.failure();
            case Effect.AskOnEnqueue ask -> "ask on_enqueue of " + ask.source() + " about " + ask.candidates();
            default -> effect.toString();
        };
    }

    private void later(long fromNanos, long longestNanos, Consumer<Sent> comesBack, Supplier<Sent> work) {
        events.at(fromNanos + chance.between(0, longestNanos), () -> {
            Sent result = work.get();
            events.after(chance.between(0, longestNanos), () -> comesBack.accept(result));
        });
    }

    private Command decide(Effect.AskOnFailure ask) {
        Content content = content(ask.queueId(), ask.failure().id());
        FailureDecision decision =
                content == null ? FailureDecision.BACK_OFF : hooks.onFailure(ask.queue(), ask.failure(), content);
        return new Command.FailureDecided(ask.queueId(), ask.queue(), ask.failure(), decision, ask.reply());
    }

    private Command decide(Effect.AskOnEnqueue ask) {
        List<Redriven> redriven = ask.candidates().stream()
                .map(candidate -> new Redriven(candidate.id(), schedule(ask, candidate)))
                .toList();
        return new Command.RedriveDecided(ask.deadLetters(), redriven, ask.reply());
    }

    private @Nullable Scheduling schedule(Effect.AskOnEnqueue ask, Candidate candidate) {
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
            Body body = archive.get().body(queue, id);
            return body == null ? null : new FakeContent(body);
        } catch (DamagedException damaged) {
            return null;
        }
    }
}
