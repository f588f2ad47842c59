package io.fila.simulator.model;

import io.fila.core.command.Command;
import io.fila.core.command.Command.Redriven;
import io.fila.core.message.Scheduling;
import io.fila.core.reply.Refusal;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters on their way back, by the book. When the broker takes a step up depends on what it has in memory: that is
 * followed; which messages a step takes, and what becomes of them, is known.
 */
public final class Redrives {
    private final Model model;
    private final List<Step> waiting = new ArrayList<>();

    /** A redrive that was asked for and not taken up yet. */
    public record Step(KnownQueue deadLetters, int limit, Sent sent) {}

    public Redrives(Model model) {
        this.model = model;
    }

    public void restart() {
        waiting.clear();
    }

    /** The steps nobody has taken up yet. */
    public List<Step> waiting() {
        return waiting;
    }

    public void begin(Command.Redrive redrive, Sent sent) {
        KnownQueue deadLetters = model.queue(redrive.deadLetters());
        if (deadLetters != null) {
            waiting.add(new Step(deadLetters, redrive.limit(), sent));
        }
    }

    /** The first step that waits at this queue. */
    public @Nullable Step first(KnownQueue deadLetters) {
        return waiting.stream()
                .filter(step -> step.deadLetters() == deadLetters)
                .findFirst()
                .orElse(null);
    }

    /** Whether others wait here since before: then the heads they need are not in memory. */
    public boolean waitsLonger(KnownQueue deadLetters, Sent newcomer) {
        Step first = first(deadLetters);
        return first != null && first.sent() != newcomer;
    }

    /** Where a queue's dead letters go back to, if it is there. */
    public @Nullable KnownQueue source(KnownQueue deadLetters) {
        return model.queue(deadLetters.name().source());
    }

    /** The line that redrives take from; those too old have left it, in a queue that does not outlive the turn without a record. */
    public List<KnownMessage> line(KnownQueue deadLetters) {
        KnownFlow flow = deadLetters.findFlow(Scheduling.DEFAULT_KEY);
        return flow == null
                ? List.of()
                : flow.pending().stream()
                        .filter(message -> message.throttles().isEmpty() && !hasSilentlyExpired(message))
                        .toList();
    }

    private boolean hasSilentlyExpired(KnownMessage message) {
        return model.departures().isDoomed(message.queue())
                && message.envelope().isExpired(model.nowNanos());
    }

    /** When a step was taken up in this turn can't be told: what its queues held then can't either. */
    public void doubt(KnownQueue deadLetters) {
        deadLetters.countsAreUnsure = true;
        KnownQueue source = source(deadLetters);
        if (source != null) {
            source.countsAreUnsure = true;
        }
    }

    /** The step has been taken up without a message: its source is gone, or the whole queue is. */
    public void end(Step step) {
        waiting.remove(step);
    }

    /** A script decides about these: they stay where they are, but out of the line. */
    public void hold(Step step, List<KnownMessage> taken) {
        waiting.remove(step);
        for (KnownMessage message : taken) {
            message.flow().remove(message);
            message.flow().held.add(message);
            message.state = KnownMessage.State.HELD;
        }
    }

    /**
     * Nobody has to be asked: they go back as they were.
     *
     * @param orderIsUnsure what else comes into their flows this turn may have come before or after
     */
    public void move(Step step, List<KnownMessage> taken, boolean orderIsUnsure) {
        waiting.remove(step);
        KnownQueue source = source(step.deadLetters());
        if (source != null) {
            for (KnownMessage message : taken) {
                message.flow().remove(message);
                move(message, message.envelope().scheduling(), source);
                message.flow().orderIsUnsure |= orderIsUnsure;
            }
        }
    }

    Expectation expect(Command.RedriveDecided decided) {
        KnownQueue deadLetters = model.queue(decided.deadLetters());
        return deadLetters == null || source(deadLetters) != null
                ? Expectation.ACCEPT
                : Expectation.refuse(Refusal.Code.FAILED_PRECONDITION);
    }

    /** The script has decided: they move, or go back to the front of the line if it or their source does not take them. */
    public void decide(Command.RedriveDecided decided, @Nullable Answer answer) {
        KnownQueue deadLetters = model.queue(decided.deadLetters());
        if (deadLetters == null) {
            return;
        }
        KnownQueue source = source(deadLetters);
        int room = source != null && answer != null && answer.value() instanceof Integer moved ? moved : 0;
        for (Redriven one : decided.redriven()) {
            KnownMessage message = model.message(one.id());
            if (message == null || message.state != KnownMessage.State.HELD || message.queue() != deadLetters) {
                continue;
            }
            message.flow().held.remove(message);
            Scheduling scheduling = one.scheduling();
            if (source == null || room == 0 || scheduling == null) {
                message.state = KnownMessage.State.PENDING;
                message.flow().add(message);
                message.flow().sortByPosition();
            } else {
                room--;
                move(message, scheduling, source);
            }
        }
    }

    private void move(KnownMessage message, Scheduling again, KnownQueue source) {
        model.forget(message, 0);
        model.rebirth(message, again, source);
        if (again.isFallback()) {
            source.doings.fallBack();
        }
    }
}
