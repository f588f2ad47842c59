package io.fila.server.host;

import io.fila.core.command.Command;
import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.Hooks;
import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Effect;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.runtime.Inbox;
import io.fila.server.script.ScriptThreads;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks scripts what the broker wants to know, on the script threads, and tells it the answers. */
final class ScriptEffects {
    private final Hooks hooks;
    private final Archive archive;
    private final Function<Body, Content> decoding;
    private final ScriptThreads threads;
    private final Inbox inbox;

    ScriptEffects(Hooks hooks, Archive archive, Function<Body, Content> decoding, ScriptThreads threads, Inbox inbox) {
        this.hooks = hooks;
        this.archive = archive;
        this.decoding = decoding;
        this.threads = threads;
        this.inbox = inbox;
    }

    /** A message whose script can't be asked is treated as one whose script failed. */
    void run(Effect.AskOnFailure ask) {
        if (!threads.submit(ask.queue(), () -> decide(ask))) {
            inbox.put(decided(ask, FailureDecision.BACK_OFF));
        }
    }

    /** Dead letters whose script can't be asked stay where they are. */
    void run(Effect.AskOnEnqueue ask) {
        if (!threads.submit(ask.source(), () -> decide(ask))) {
            inbox.put(decided(ask, candidate -> null));
        }
    }

    private void decide(Effect.AskOnFailure ask) {
        Content content = content(ask.queueId(), ask.failure().id());
        inbox.put(decided(
                ask,
                content == null ? FailureDecision.BACK_OFF : hooks.onFailure(ask.queue(), ask.failure(), content)));
    }

    private void decide(Effect.AskOnEnqueue ask) {
        inbox.put(decided(ask, candidate -> schedule(ask, candidate)));
    }

    /** How a dead letter is scheduled from now on; null if it stays one, because its script fails again. */
    private @Nullable Scheduling schedule(Effect.AskOnEnqueue ask, Effect.Candidate candidate) {
        Content content = content(ask.deadLetters(), candidate.id());
        if (content == null) {
            return candidate.before();
        }
        return hooks.onEnqueue(ask.source(), candidate.before(), content) instanceof EnqueueDecision.Take take
                ? take.scheduling()
                : null;
    }

    /** What a script can see of a stored message; null if it can't be read, which its next delivery will deal with. */
    private @Nullable Content content(QueueId queue, MessageId id) {
        try {
            Body body = archive.body(queue, id);
            return body == null ? null : decoding.apply(body);
        } catch (DamagedException damaged) {
            return null;
        }
    }

    private static Command decided(Effect.AskOnFailure ask, FailureDecision decision) {
        return new Command.FailureDecided(ask.queueId(), ask.queue(), ask.failure(), decision, ask.reply());
    }

    private static Command decided(
            Effect.AskOnEnqueue ask, Function<Effect.Candidate, @Nullable Scheduling> schedules) {
        List<Command.Redriven> redriven = ask.candidates().stream()
                .map(candidate -> new Command.Redriven(candidate.id(), schedules.apply(candidate)))
                .toList();
        return new Command.RedriveDecided(ask.deadLetters(), redriven, ask.reply());
    }
}
