package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.journal.Effect;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which dead letters a redrive takes, and that it tells how many went back. When it is taken up depends on what is in memory. */
final class RedrivesTakeTheOldest extends Law {
    private final Model model;
    private final List<Waiting> waiting = new ArrayList<>();

    /** Those that a script is asked about, and for whom. */
    private final Map<MessageId, Sent> asked = new HashMap<>();

    private @Nullable Sent taking;
    private long mayTake;
    private int moved;

    /** A redrive that was asked for and not taken up yet. */
    private record Waiting(KnownQueue deadLetters, int limit, Sent sent) {}

    RedrivesTakeTheOldest(Model model) {
        super(
                "A redrive takes the oldest dead letters that are in line, up to its limit and to the room they have, none only if there is none.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        waiting.clear();
        moved = 0;
    }

    @Override
    protected void turnBegins(Observation seen) {
        asked.clear();
        taking = null;
        for (Effect effect : seen.turn().effects()) {
            if (effect instanceof Effect.AskOnEnqueue ask) {
                ask.candidates().forEach(candidate -> asked.put(candidate.id(), Sent.behind(ask.reply())));
            }
        }
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        require(moved == 0, "an answer to whoever asked for what was moved", moved);
        KnownQueue deadLetters = sent.command() instanceof Command.Redrive redrive
                        && redrive.deadLetters().isDeadLetter()
                ? model.queue(redrive.deadLetters())
                : null;
        if (deadLetters != null) {
            waiting.add(new Waiting(deadLetters, ((Command.Redrive) sent.command()).limit(), sent));
        }
    }

    @Override
    protected void happens(Step step) {
        KnownMessage message = step instanceof Step.Held held ? model.message(held.id()) : null;
        if (message == null) {
            return;
        }
        KnownMessage first = line(message.queue()).getFirst();
        require(first == message, () -> first.toString(), () -> message);
        Waiting next = waiting.stream()
                .filter(each -> each.deadLetters() == message.queue())
                .findFirst()
                .orElse(null);
        Sent script = asked.get(message.id());
        Sent sent = script != null || next == null ? script : next.sent();
        if (sent != null && sent != taking) {
            begin(sent);
        }
        require(mayTake-- > 0, () -> "no more than its limit and the room there is", () -> message);
    }

    private void begin(Sent sent) {
        taking = sent;
        Waiting step =
                waiting.stream().filter(each -> each.sent() == sent).findFirst().orElse(null);
        KnownQueue source =
                step == null ? null : model.queue(step.deadLetters().name().source());
        mayTake = step == null || source == null ? 0 : Math.min(step.limit(), source.room());
        if (step != null && asked.containsValue(sent)) {
            waiting.remove(step);
        }
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        if (move.cause() == Cause.REDRIVEN) {
            require(
                    message != null && message.state() == KnownMessage.State.HELD,
                    "one that a redrive has taken up",
                    String.valueOf(message));
            moved++;
        }
    }

    @Override
    protected void answers(Sent sent, Answer answer, @Nullable Command during) {
        if (!(sent.command() instanceof Command.Redrive redrive)) {
            return;
        }
        int count = moved;
        moved = 0;
        taking = null;
        waiting.removeIf(each -> each.sent() == sent);
        if (answer.value() instanceof Integer told) {
            require(told == count, () -> count + " that went back", () -> told);
            boolean wasAsked = during instanceof Command.RedriveDecided;
            KnownQueue deadLetters = model.queue(redrive.deadLetters());
            if (told == 0 && !wasAsked && deadLetters != null) {
                requireNoneCould(deadLetters);
            }
        } else {
            require(count == 0, "nothing moved by a redrive that is refused", count);
        }
    }

    private void requireNoneCould(KnownQueue deadLetters) {
        KnownQueue source = model.queue(deadLetters.name().source());
        List<KnownMessage> line = line(deadLetters);
        boolean could = source != null
                && !line.isEmpty()
                && source.room() > 0
                && model.knownQueues()
                        .haveRoomFor(source, line.getFirst().envelope().fairnessKey(), model.limits());
        require(!could, () -> line.getFirst().toString(), () -> "none");
    }

    /** The line that redrives take from. */
    private static List<KnownMessage> line(KnownQueue deadLetters) {
        KnownFlow flow = deadLetters.findFlow(Scheduling.DEFAULT_KEY);
        return flow == null
                ? List.of()
                : flow.pending().stream()
                        .filter(message -> message.throttles().isEmpty())
                        .toList();
    }
}
