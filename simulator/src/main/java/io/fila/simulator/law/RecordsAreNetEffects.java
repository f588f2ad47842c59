package io.fila.simulator.law;

import io.fila.core.message.Place;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One record for each message a turn moved, from where it was to where it is, and none for any other. */
final class RecordsAreNetEffects extends Law {
    private final Model model;

    RecordsAreNetEffects(Model model) {
        super("A turn records the net effect on each message once, with the body exactly when the message is new.");
        this.model = model;
    }

    @Override
    protected void turnEnds(Observation seen) {
        Set<KnownMessage> recorded = new HashSet<>();
        Map<Place.Ready, LaneChanged> lanes = new LinkedHashMap<>();
        for (Record change : seen.turn().records()) {
            switch (change) {
                case MessageMoved moved -> {
                    KnownMessage message = model.message(moved.envelope().id());
                    require(message != null && recorded.add(message), "one record of an accepted message", moved);
                    if (message != null) {
                        compare(message, moved);
                    }
                }
                case LaneChanged lane ->
                    lanes.put(new Place.Ready(lane.queue(), lane.fairnessKey(), lane.lane(), 0), lane);
                case ScheduleChanged schedule -> compare(schedule);
                default -> {}
            }
        }
        lanes.values().forEach(this::compare);
    }

    private void compare(KnownMessage message, MessageMoved moved) {
        require(
                moved.envelope().equals(message.envelope()),
                () -> message.envelope().toString(),
                () -> moved);
        require(moved.attempts() == message.attempts(), () -> message.attempts() + " attempts", () -> moved);
        boolean isNew = model.isNew(message);
        require(
                Objects.equals(moved.body(), isNew ? message.body() : null),
                () -> isNew ? "the body of a new message" : "no body of a message that is already stored",
                () -> moved);
    }

    private void compare(LaneChanged changed) {
        KnownQueue queue = model.queue(changed.queue());
        if (queue == null) {
            return;
        }
        KnownFlow flow = queue.findFlow(changed.fairnessKey());
        long pending = flow == null
                ? 0
                : flow.stored().stream()
                        .filter(message -> message.lane().equals(changed.lane()))
                        .count();
        require(changed.pending() == pending, () -> pending + " pending in that lane", () -> changed);
        if (flow != null && changed.pending() > 0) {
            require(changed.weight() == flow.weight(), () -> "weight " + flow.weight(), () -> changed);
        }
    }

    private void compare(ScheduleChanged changed) {
        KnownQueue queue = model.queue(changed.queue());
        if (queue != null) {
            long scheduled = queue.scheduled().size();
            require(changed.scheduled() == scheduled, () -> scheduled + " scheduled", () -> changed);
        }
    }
}
