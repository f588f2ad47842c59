package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.message.Place;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.simulator.model.Decisions;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import io.fila.simulator.process.Witness;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks the model through each turn in the broker's own order, timers, commands, deliveries, and asks every law. */
public final class Referee implements Witness {
    private final Model model;
    private final Decisions decisions;
    private final List<Law> laws;

    public Referee(Model model, List<Law> laws) {
        this.model = model;
        this.decisions = new Decisions(model);
        this.laws = laws;
    }

    @Override
    public void turned(Observation seen) {
        model.beginTurn(seen.clockNanos());
        laws.forEach(law -> law.turnBegins(seen));
        model.dueLeases().forEach(model::giveBack);
        ArrayDeque<QueueCreated> created = new ArrayDeque<>();
        for (Record change : seen.turn().records()) {
            if (change instanceof QueueCreated creation) {
                created.add(creation);
            }
        }
        for (Sent sent : seen.decided()) {
            decide(sent, created, seen.turn().records());
        }
        seen.handovers().forEach(this::deliver);
        model.learnPlaces(seen.turn().records());
        laws.forEach(law -> law.turnEnds(seen));
        model.endTurn(seen.turn().workLeft());
    }

    @Override
    public void bodyRead(Delivery delivery, @Nullable Body body) {
        KnownMessage message = model.message(delivery.envelope().id());
        laws.forEach(law -> law.readsBody(delivery, body, message));
    }

    @Override
    public void started(Broker recovered, long clockNanos) {
        model.restart(clockNanos);
        laws.forEach(law -> law.restarts(recovered));
    }

    public void drained() {
        laws.forEach(Law::drained);
    }

    public void lifeEnds(Broker broker) {
        laws.forEach(law -> law.lifeEnds(broker));
    }

    private void decide(Sent sent, ArrayDeque<QueueCreated> created, List<Record> records) {
        Expectation expected = decisions.expect(sent.command());
        laws.forEach(law -> law.decides(sent, expected));
        Answer answer = sent.answer();
        if (answer == null || answer.accepted()) {
            decisions.apply(sent.command(), created);
        }
        if (sent.command() instanceof Command.PageLoaded loaded) {
            for (Record change : records) {
                if (change instanceof EntryDamaged damaged
                        && damaged.queue().equals(loaded.queue())
                        && damaged.fairnessKey().equals(loaded.fairnessKey())
                        && loaded.page().damagedPositions().contains(damaged.position())) {
                    lose(damaged);
                }
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
                        .filter(message -> message.position() == place.position())
                        .findFirst()
                        .orElse(null);
    }

    private void deliver(Handover handover) {
        KnownQueue queue = model.queue(handover.delivery().queue());
        KnownMessage message = model.message(handover.delivery().envelope().id());
        laws.forEach(law -> law.delivers(handover, queue, message));
        if (queue != null && message != null) {
            model.lease(message, queue.consumer(handover.connection().id()));
        }
    }
}
