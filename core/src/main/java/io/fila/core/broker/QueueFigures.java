package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.gauge.ConsumerGauge;
import io.fila.core.gauge.KeyGauge;
import io.fila.core.gauge.QueueCloseUp;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Statistics of a queue, for clients and for comparing its state before and after a restart. */
final class QueueFigures {
    private final Queue queue;
    private final Leases leases;
    private final Diary diary;

    QueueFigures(Queue queue, Leases leases, Diary diary) {
        this.queue = queue;
        this.leases = leases;
        this.diary = diary;
    }

    QueueSummary summary() {
        return new QueueSummary(
                queue.name(),
                queue.lineup().depth(),
                leases.size(),
                queue.handout().consumers(),
                queue.handout().isPaused());
    }

    QueueGauges gauges(long nowNanos) {
        LineupFigures inLine = queue.lineup().figures();
        return new QueueGauges(
                queue.id(),
                queue.name(),
                queue.lineup().depth(),
                leases.size(),
                diary.agenda().size(),
                queue.handout().consumers(),
                inLine.activeFlows(),
                inLine.activeWeight(),
                queue.handout().isPaused(),
                inLine.rounds(),
                inLine.roundQuantum(),
                inLine.oldestNanos(),
                queue.name().isDeadLetter() ? 0 : queue.handout().usefulConsumers(inLine.deliverable(nowNanos)));
    }

    /** The queue as somebody sees it who wants to know about these keys above all. */
    QueueCloseUp closeUp(List<String> keys) {
        LineupFigures inLine = queue.lineup().figures();
        List<KeyGauge> rows = inLine.closeUp(keys);
        List<ConsumerGauge> consumers = new ArrayList<>();
        queue.handout().forEachConsumer(consumer -> {
            if (consumers.size() < Limits.CLOSE_UP_ROWS) {
                consumers.add(new ConsumerGauge(
                        consumer.id().value(), consumer.held(), consumer.window(), consumer.credit()));
            }
        });
        return new QueueCloseUp(queue.name(), rows, consumers);
    }

    QueueStats stats(long nowNanos) {
        Lineup lineup = queue.lineup();
        LineupFigures inLine = lineup.figures();
        return new QueueStats(
                lineup.depth(),
                leases.size(),
                inLine.activeFlows(),
                queue.handout().consumers(),
                inLine.quantum(),
                inLine.roundQuantum(),
                inLine.keys(queue.handout().barriers()),
                // Dead letters wait for none.
                queue.name().isDeadLetter() ? List.of() : inLine.throttles(nowNanos),
                diary.agenda().size(),
                doings(),
                queue.handout().isPaused(),
                List.copyOf(lineup.pausedKeys()),
                queue.config());
    }

    private QueueStats.Doings doings() {
        Doorkeeper door = queue.door();
        return new QueueStats.Doings(queue.expired(), door.dropped(), door.duplicates(), door.fallbacks());
    }

    Snapshot.OfQueue snapshot() {
        SortedMap<String, MessageId> holders = new TreeMap<>();
        queue.dedupKeys().snapshot().forEach((key, holder) -> holders.put(key, holder.id()));
        SortedSet<String> stopped = new TreeSet<>(queue.lineup().pausedKeys());
        if (queue.handout().isPaused()) {
            stopped.add("");
        }
        return new Snapshot.OfQueue(
                queue.definition(),
                queue.lineup().figures().snapshot(),
                leases.snapshot(),
                diary.agenda().size(),
                holders,
                stopped);
    }
}
