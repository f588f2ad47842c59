package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.journal.Errand;
import io.fila.core.journal.Errand.Candidate;
import io.fila.core.record.EntryDamaged;
import io.fila.core.reply.Refusal;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.model.Redrives;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows which steps of redrives the broker takes up, and with which messages. */
final class RedriveWatch {
    private final Model model;
    private final Redrives redrives;
    private final List<Law> laws;

    RedriveWatch(Model model, Redrives redrives, List<Law> laws) {
        this.model = model;
        this.redrives = redrives;
        this.laws = laws;
    }

    /** A new step was asked for: it is taken up at once, unless it has to wait. */
    void begins(Command.Redrive redrive, Sent sent, Observation seen) {
        KnownQueue deadLetters = model.queue(redrive.deadLetters());
        if (deadLetters != null && !(redrives.waitsLonger(deadLetters, sent) && pageComes(deadLetters, seen))) {
            goOn(deadLetters, seen);
        }
    }

    /** Steps of a redrive that the broker took up here, as it shows: it asked the script about them or answered. */
    void goOn(@Nullable KnownQueue deadLetters, Observation seen) {
        for (Redrives.Step step = firstOf(deadLetters); step != null; step = firstOf(deadLetters)) {
            Errand.AskOnEnqueue asked = asked(step, seen);
            Answer answer = step.sent().answer();
            boolean sourceIsGone = redrives.source(step.deadLetters()) == null;
            boolean orderIsUnsure = pageComes(step.deadLetters(), seen);
            if (orderIsUnsure && (asked != null || answer != null)) {
                redrives.doubt(step.deadLetters());
            }
            List<KnownMessage> line = withoutDamaged(redrives.line(step.deadLetters()), seen);
            if (asked != null && !sourceIsGone) {
                List<KnownMessage> taken = known(asked.candidates());
                take(step, line, taken);
                redrives.hold(step, taken);
            } else if (answer != null && answer.value() instanceof Integer moved && !sourceIsGone) {
                List<KnownMessage> taken = line.subList(0, Math.min(moved, line.size()));
                take(step, line, taken);
                redrives.move(step, taken, orderIsUnsure);
            } else if (answer != null && answer.refusal() != null && sourceIsGone) {
                redrives.end(step);
            } else {
                return;
            }
        }
    }

    /** What a page of this turn reports as damaged was on disk until then: no step can have taken it, whenever that was. */
    private static List<KnownMessage> withoutDamaged(List<KnownMessage> line, Observation seen) {
        List<EntryDamaged> damaged = seen.turn().records().stream()
                .filter(EntryDamaged.class::isInstance)
                .map(EntryDamaged.class::cast)
                .toList();
        return damaged.isEmpty()
                ? line
                : line.stream()
                        .filter(message -> damaged.stream().noneMatch(message::isAt))
                        .toList();
    }

    private Redrives.@Nullable Step firstOf(@Nullable KnownQueue deadLetters) {
        return deadLetters == null ? null : redrives.first(deadLetters);
    }

    private void take(Redrives.Step step, List<KnownMessage> line, List<KnownMessage> taken) {
        laws.forEach(law -> law.redrives(step, line, taken));
    }

    private static Errand.@Nullable AskOnEnqueue asked(Redrives.Step step, Observation seen) {
        for (Errand errand : seen.turn().errands()) {
            if (errand instanceof Errand.AskOnEnqueue ask && Sent.behind(ask.reply()) == step.sent()) {
                return ask;
            }
        }
        return null;
    }

    private List<KnownMessage> known(List<Candidate> candidates) {
        List<KnownMessage> messages = new ArrayList<>();
        for (Candidate candidate : candidates) {
            KnownMessage message = model.message(candidate.id());
            if (message != null) {
                messages.add(message);
            }
        }
        return messages;
    }

    /** Whether heads come this turn: a step may then have been taken up before or after other commands. */
    private static boolean pageComes(KnownQueue queue, Observation seen) {
        return seen.pagesCome(queue.id()) > 0;
    }

    /** Whoever waits for the redrive of a queue that is gone is told so. */
    void endThoseOfDeletedQueues() {
        for (Redrives.Step step : List.copyOf(redrives.waiting())) {
            if (model.queue(step.deadLetters().id()) == null) {
                redrives.end(step);
                Expectation gone = Expectation.refuse(Refusal.Code.NOT_FOUND);
                laws.forEach(law -> law.decides(step.sent(), gone));
            }
        }
    }

    /** Those who still wait have not been answered. */
    void turnEnds() {
        for (Redrives.Step step : redrives.waiting()) {
            laws.forEach(law -> law.decides(step.sent(), Expectation.LATER));
        }
    }
}
