package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.broker.Snapshot;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.message.Place;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import io.fila.simulator.model.Decisions;
import io.fila.simulator.model.Entries;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.Failures;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.model.Purges;
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
    private final Purges purges;
    private final Decisions decisions;
    private final RedriveWatch redriveWatch;
    private final DepartureWatch departureWatch;
    private final List<Law> laws;

    public Referee(Model model, List<Law> laws) {
        this.model = model;
        this.failures = new Failures(model);
        this.redrives = new Redrives(model);
        this.purges = new Purges(model);
        Entries entries = new Entries(model);
        this.decisions = new Decisions(model, entries, failures, redrives, purges);
        this.redriveWatch = new RedriveWatch(model, redrives, laws);
        this.departureWatch = new DepartureWatch(model, entries, purges, laws);
        this.laws = laws;
    }

    @Override
    public void turned(Observation seen) {
        model.beginTurn(seen);
        laws.forEach(law -> law.turnBegins(seen));
        model.dueLeases().forEach(failures::expire);
        comeDue(seen);
        departureWatch.expire();
        for (Sent sent : seen.decided()) {
            decide(sent, seen);
        }
        departureWatch.settle();
        seen.handovers().forEach(this::deliver);
        redriveWatch.turnEnds();
        departureWatch.turnEnds();
        model.learn(seen);
        laws.forEach(law -> {
            law.turnEnds(seen);
            law.knows(seen.snapshot());
        });
        model.forgetWhatIsOver(seen.snapshot());
        model.endTurn(seen.turn().workLeft());
    }

    /** The messages that left the agenda, which of them depends on what the broker has in memory. */
    private void comeDue(Observation seen) {
        List<KnownMessage> due = new ArrayList<>();
        for (Record change : seen.turn().records()) {
            if (change instanceof MessageMoved moved && moved.from() instanceof Place.Scheduled) {
                KnownMessage message = model.message(moved.envelope().id());
                if (message != null && message.state() == KnownMessage.State.SCHEDULED) {
                    due.add(message);
                }
            }
        }
        due.sort(Comparator.comparing(KnownMessage::moment));
        for (KnownMessage message : due) {
            if (model.hasComeDue(message)) {
                if (mayBeTaken(message, seen)) {
                    model.doubt(message.queue());
                }
                laws.forEach(law -> law.comesDue(message));
                model.comeDue(message);
            }
        }
    }

    /** Whether somebody moves, cancels or purges it in this turn: then it may have left the agenda by that, and not before all commands. */
    private boolean mayBeTaken(KnownMessage message, Observation seen) {
        boolean purged = purges.waiting().stream().anyMatch(step -> step.queue() == message.queue());
        return purged
                || seen.decided().stream().anyMatch(sent -> switch (sent.command()) {
                    case Command.Move move -> move.id().equals(message.id());
                    case Command.Cancel _ ->
                        sent.answer() != null
                                && Cancelled.gone(message.id())
                                        .equals(sent.answer().value());
                    case Command.Purge purge ->
                        purge.name().equals(message.queue().name());
                    default -> false;
                });
    }

    @Override
    public void bodyRead(Delivery delivery, @Nullable Body body) {
        KnownMessage message = model.message(delivery.envelope().id());
        laws.forEach(law -> law.readsBody(delivery, body, message));
    }

    @Override
    public void started(Broker recovered, long clockNanos) {
        Snapshot known = recovered.snapshot();
        model.forgetWhatIsOver(known);
        model.restart(clockNanos);
        redrives.restart();
        purges.restart();
        laws.forEach(law -> {
            law.restarts(recovered);
            law.knows(known);
        });
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
            if (sent.command() instanceof Command.Enqueue enqueue) {
                departureWatch.makeRoom(enqueue, answer);
            }
            decisions.apply(sent);
        }
        switch (sent.command()) {
            case Command.PageLoaded loaded -> {
                loseDamaged(loaded, seen);
                redriveWatch.goOn(model.queue(loaded.queue()), seen);
                departureWatch.goOn(model.queue(loaded.queue()), seen);
            }
            case Command.AgendaLoaded loaded -> departureWatch.goOn(model.queue(loaded.queue()), seen);
            case Command.Purge purge -> departureWatch.goOn(model.queue(purge.name()), seen);
            case Command.Redrive redrive -> redriveWatch.begins(redrive, sent, seen);
            case Command.DeleteQueue delete -> {
                redriveWatch.endThoseOfDeletedQueues();
                departureWatch.endThoseOfDeletedQueues();
            }
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

    private void lose(EntryDamaged damaged) {
        Place.Ready place = new Place.Ready(damaged.queue(), damaged.fairnessKey(), damaged.lane(), damaged.position());
        KnownMessage message = waitingAt(damaged);
        laws.forEach(law -> law.loses(place, message));
        if (message != null) {
            model.lose(message);
        }
    }

    private @Nullable KnownMessage waitingAt(EntryDamaged damaged) {
        KnownQueue queue = model.queue(damaged.queue());
        return queue == null
                ? null
                : queue.flows().stream()
                        .flatMap(flow -> flow.pending().stream())
                        .filter(message -> message.isAt(damaged))
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
