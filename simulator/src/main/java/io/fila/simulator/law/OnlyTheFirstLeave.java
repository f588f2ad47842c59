package io.fila.simulator.law;

import io.fila.simulator.model.Departures;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.ArrayList;
import java.util.List;

/** Whoever leaves a lane undelivered stood at its front: those before it are gone when the turn is over. */
final class OnlyTheFirstLeave extends Law {
    private final Model model;
    private final List<Left> left = new ArrayList<>();

    /** Where a message stood that left, and who stood there with it: a flow that runs empty starts to count anew. */
    private record Left(KnownMessage message, String lane, long position, List<KnownMessage> others) {}

    OnlyTheFirstLeave(Model model) {
        super("A message that is dropped was the first of its lane.");
        this.model = model;
    }

    @Override
    protected void turnBegins(Observation seen) {
        left.clear();
    }

    /** Dead letters that a redrive has taken up may come back to the front while later ones leave. */
    @Override
    protected void drops(KnownMessage message, Departures.Why why) {
        boolean inLine = message.state() == KnownMessage.State.PENDING && message.laneIsKnown();
        if (inLine && !message.envelope().isDeadLetter()) {
            List<KnownMessage> others = message.flow().pending().stream()
                    .filter(other -> other.laneIsKnown() && other.lane().equals(message.lane()))
                    .toList();
            left.add(new Left(message, message.lane(), message.position(), others));
        }
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (Left each : left) {
            KnownFlow flow = each.message().flow();
            if (model.queue(flow.queue().id()) != null) {
                each.others().stream()
                        .filter(other ->
                                flow.pending().contains(other) && other.lane().equals(each.lane()))
                        .forEach(other -> require(
                                other == each.message() || other.position() > each.position(),
                                () -> "first " + other,
                                () -> each.message()));
            }
        }
    }
}
