package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.journal.Errand;
import io.fila.core.journal.Errand.Candidate;
import io.fila.core.message.Body;
import io.fila.core.message.Place;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import io.fila.core.reply.Refusal;
import io.fila.simulator.model.Decisions;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.Failures;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.model.Redrives;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import io.fila.simulator.process.Witness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks the model through each turn in the broker's own order, timers, commands, deliveries, and asks every law. */
public final class Referee implements Witness {
    private final Model model;
    private final Failures failures;
    private final Redrives redrives;
    private final Decisions decisions;
    private final List<Law> laws;

    public Referee(Model model, List<Law> laws) {
        this.model = model;
        this.failures = new Failures(model);
        this.redrives = new Redrives(model);
        this.decisions = new Decisions(model, failures, redrives);
        this.laws = laws;
    }

    @Override
    public void turned(Observation seen) {
        model.beginTurn(seen.clockNanos(), seen.turn().records());
        laws.forEach(law -> law.turnBegins(seen));
        model.dueLeases().forEach(failures::expire);
        comeDue(seen.turn().records());
        for (Sent sent : seen.decided()) {
            decide(sent, seen);
        }
        seen.handovers().forEach(this::deliver);
        for (Redrives.Step step : redrives.waiting()) {
            laws.forEach(law -> law.decides(step.sent(), Expectation.LATER));
        }
        model.learnPlaces(seen.turn().records());
        laws.forEach(law -> law.turnEnds(seen));
        model.endTurn(seen.turn().workLeft());
    }

    /** The messages that left the agenda, which of them depends on what the broker has in memory. */
    private void comeDue(List<Record> records) {
        List<KnownMessage> due = new ArrayList<>();
        for (Record change : records) {
            if (change instanceof MessageMoved moved && moved.from() instanceof Place.Scheduled) {
                KnownMessage message = model.message(moved.envelope().id());
                if (message != null && message.state() == KnownMessage.State.SCHEDULED) {
                    due.add(message);
                }
            }
        }
        due.sort(Comparator.comparing(KnownMessage::moment));
        for (KnownMessage message : due) {
            laws.forEach(law -> law.comesDue(message));
            model.comeDue(message);
        }
    }

    @Override
    public void bodyRead(Delivery delivery, @Nullable Body body) {
        KnownMessage message = model.message(delivery.envelope().id());
        laws.forEach(law -> law.readsBody(delivery, body, message));
    }

    @Override
    public void started(Broker recovered, long clockNanos) {
        recovered.snapshot().queues().forEach((name, known) -> {
            KnownQueue queue = model.queue(name);
            if (queue != null) {
                queue.dedup().forgetThoseOver(model.nowNanos(), known.dedupKeys());
            }
        });
        model.restart(clockNanos);
        redrives.restart();
        laws.forEach(law -> law.restarts(recovered));
    }

    public void drained() {
        laws.forEach(Law::drained);
    }

    public void lifeEnds(Broker broker) {
        laws.forEach(law -> law.lifeEnds(broker));
    }

    private void decide(Sent sent, Observation seen) {
        Expectation expected = decisions.expect(sent.command());
        laws.forEach(law -> law.decides(sent, expected));
        Answer answer = sent.answer();
        boolean endsWhatWasHeld = sent.command() instanceof Command.RedriveDecided;
        if (answer == null || answer.accepted() || expected.mayWait() || endsWhatWasHeld) {
            decisions.apply(sent);
        }
        switch (sent.command()) {
            case Command.PageLoaded loaded -> {
                loseDamaged(loaded, seen);
                goOn(model.queue(loaded.queue()), seen);
            }
            case Command.Redrive redrive -> {
                KnownQueue deadLetters = model.queue(redrive.deadLetters());
                if (deadLetters != null && !(redrives.waitsLonger(deadLetters, sent) && pageComes(deadLetters, seen))) {
                    goOn(deadLetters, seen);
                }
            }
            case Command.DeleteQueue delete -> endRedrives();
            default -> {}
        }
    }

    private void loseDamaged(Command.PageLoaded loaded, Observation seen) {
        for (Record change : seen.turn().records()) {
            if (change instanceof EntryDamaged damaged
                    && damaged.queue().equals(loaded.queue())
                    && damaged.fairnessKey().equals(loaded.fairnessKey())
                    && damaged.lane().equals(loaded.lane())
                    && loaded.page().damagedPositions().contains(damaged.position())) {
                lose(damaged);
            }
        }
    }

    /** Steps of a redrive that the broker took up here, as it shows: it asked the script about them or answered. */
    private void goOn(@Nullable KnownQueue deadLetters, Observation seen) {
        for (Redrives.Step step = firstOf(deadLetters); step != null; step = firstOf(deadLetters)) {
            Errand.AskOnEnqueue asked = asked(step, seen);
            Answer answer = step.sent().answer();
            boolean sourceIsGone = redrives.source(step.deadLetters()) == null;
            List<KnownMessage> line = redrives.line(step.deadLetters());
            if (asked != null && !sourceIsGone) {
                List<KnownMessage> taken = known(asked.candidates());
                take(step, line, taken);
                redrives.hold(step, taken);
            } else if (answer != null && answer.value() instanceof Integer moved && !sourceIsGone) {
                List<KnownMessage> taken = line.subList(0, Math.min(moved, line.size()));
                take(step, line, taken);
                redrives.move(step, taken, pageComes(step.deadLetters(), seen));
            } else if (answer != null && answer.refusal() != null && sourceIsGone) {
                redrives.end(step);
            } else {
                return;
            }
        }
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
        return seen.decided().stream()
                .anyMatch(sent -> sent.command() instanceof Command.PageLoaded loaded
                        && loaded.queue().equals(queue.id()));
    }

    /** Whoever waits for the redrive of a queue that is gone is told so. */
    private void endRedrives() {
        for (Redrives.Step step : List.copyOf(redrives.waiting())) {
            if (model.queue(step.deadLetters().id()) == null) {
                redrives.end(step);
                Expectation gone = Expectation.refuse(Refusal.Code.NOT_FOUND);
                laws.forEach(law -> law.decides(step.sent(), gone));
            }
        }
    }

    private void lose(EntryDamaged damaged) {
        Place.Ready place = new Place.Ready(damaged.queue(), damaged.fairnessKey(), damaged.lane(), damaged.position());
        KnownMessage message = waitingAt(place);
        laws.forEach(law -> law.loses(place, message));
        if (message != null) {
            model.lose(message);
        }
    }

    private @Nullable KnownMessage waitingAt(Place.Ready place) {
        KnownQueue queue = model.queue(place.queue());
        return queue == null
                ? null
                : queue.flows().stream()
                        .filter(flow -> flow.key().equals(place.fairnessKey()))
                        .flatMap(flow -> flow.pending().stream())
                        .filter(message -> message.laneIsKnown()
                                && message.lane().equals(place.lane())
                                && message.position() == place.position())
                        .findFirst()
                        .orElse(null);
    }

    private void deliver(Handover handover) {
        KnownQueue queue = model.queue(handover.delivery().queue());
        KnownMessage message = model.message(handover.delivery().envelope().id());
        laws.forEach(law -> law.delivers(handover, queue, message));
        if (queue != null && message != null) {
            model.lease(
                    message,
                    queue.consumer(handover.connection().id()),
                    handover.delivery().leaseId());
        }
    }
}
