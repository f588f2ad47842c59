package io.fila.core.tape;

import io.fila.core.Invariant;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The net effect of a turn on one message, computed in two ways that must agree: from its steps, and from its records. */
public record NetEffect(Place from, Place to) {
    /** The effects on all messages by the steps; each step must be one that its cause leads to, and begin where the last ended. */
    public static Map<MessageId, NetEffect> ofSteps(List<Step> steps, List<Record> records) {
        Map<MessageId, NetEffect> effects = new LinkedHashMap<>();
        for (Step step : steps) {
            if (step instanceof Step.Moved moved) {
                Invariant.check(moved.cause().leads(moved.from(), moved.to()), "a cause leads where it says: " + moved);
                effects.merge(moved.id(), new NetEffect(moved.from(), moved.to()), (sofar, next) -> {
                    Invariant.check(sofar.to.equals(next.from), "a step begins where the last ended: " + moved);
                    return new NetEffect(sofar.from, next.to);
                });
            }
        }
        Set<QueueId> deleted = deleted(records);
        effects.values().removeIf(effect -> isGone(effect.from, deleted) && isGone(effect.to, deleted));
        return effects;
    }

    public static Map<MessageId, NetEffect> ofRecords(List<Record> records) {
        Map<MessageId, NetEffect> effects = new LinkedHashMap<>();
        for (Record change : records) {
            if (change instanceof MessageMoved moved) {
                effects.put(moved.envelope().id(), new NetEffect(moved.from(), moved.to()));
            }
        }
        return effects;
    }

    private static Set<QueueId> deleted(List<Record> records) {
        Set<QueueId> deleted = new HashSet<>();
        for (Record change : records) {
            if (change instanceof QueueDeleted gone) {
                deleted.add(gone.id());
            }
        }
        return deleted;
    }

    /** What is stored of a queue goes with it, so nothing is recorded of what only came and went there. */
    private static boolean isGone(Place place, Set<QueueId> deleted) {
        QueueId queue = place.queue();
        return queue == null || deleted.contains(queue);
    }
}
