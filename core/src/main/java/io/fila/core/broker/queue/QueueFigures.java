package io.fila.core.broker.queue;

import io.fila.core.Limits;
import io.fila.core.gauge.ConsumerGauge;
import io.fila.core.gauge.KeyGauge;
import io.fila.core.gauge.QueueCloseUp;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.lease.Leases;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.ready.ReadyFigures;
import io.fila.core.ready.ReadyMessages;
import io.fila.core.record.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Statistics of a queue, for clients and for comparing its state before and after a restart. */
public final class QueueFigures {
    private final Queue queue;
    private final Leases leases;
    private final Schedule schedule;

    QueueFigures(Queue queue, Leases leases, Schedule schedule) {
        this.queue = queue;
        this.leases = leases;
        this.schedule = schedule;
    }

    public QueueSummary summary() {
        return new QueueSummary(
                queue.name(),
                queue.ready().depth(),
                leases.size(),
                queue.dispatch().consumers(),
                queue.dispatch().isPaused());
    }

    public QueueGauges gauges(long nowNanos) {
        ReadyFigures inLine = queue.ready().figures();
        return new QueueGauges(
                queue.id(),
                queue.name(),
                queue.ready().depth(),
                leases.size(),
                schedule.window().size(),
                queue.dispatch().consumers(),
                inLine.activeFlows(),
                inLine.activeWeight(),
                queue.dispatch().isPaused(),
                inLine.rounds(),
                inLine.roundQuantum(),
                inLine.oldestNanos(),
                queue.name().isDeadLetter() ? 0 : queue.dispatch().usefulConsumers(inLine.deliverable(nowNanos)));
    }

    /** The queue as somebody sees it who wants to know about these keys above all. */
    public QueueCloseUp closeUp(List<String> keys) {
        ReadyFigures inLine = queue.ready().figures();
        List<KeyGauge> rows = inLine.closeUp(keys);
        List<ConsumerGauge> consumers = new ArrayList<>();
        queue.dispatch().forEachConsumer(consumer -> {
            if (consumers.size() < Limits.CLOSE_UP_ROWS) {
                consumers.add(new ConsumerGauge(
                        consumer.id().value(), consumer.held(), consumer.window(), consumer.credit()));
            }
        });
        return new QueueCloseUp(queue.name(), rows, consumers);
    }

    public QueueStats stats(long nowNanos) {
        ReadyMessages ready = queue.ready();
        ReadyFigures inLine = ready.figures();
        return new QueueStats(
                ready.depth(),
                leases.size(),
                inLine.activeFlows(),
                queue.dispatch().consumers(),
                inLine.quantum(),
                inLine.roundQuantum(),
                inLine.keys(queue.dispatch().barriers()),
                // Dead letters wait for none.
                queue.name().isDeadLetter() ? List.of() : inLine.throttles(nowNanos),
                schedule.window().size(),
                doings(),
                queue.dispatch().isPaused(),
                List.copyOf(ready.pausedKeys()),
                queue.config());
    }

    private QueueStats.Doings doings() {
        QueueAdmission admission = queue.admission();
        return new QueueStats.Doings(
                queue.expired(), admission.dropped(), admission.duplicates(), admission.fallbacks());
    }

    public Snapshot.OfQueue snapshot() {
        SortedMap<String, MessageId> holders = new TreeMap<>();
        queue.dedupKeys().snapshot().forEach((key, holder) -> holders.put(key, holder.id()));
        SortedSet<String> stopped = new TreeSet<>(queue.ready().pausedKeys());
        if (queue.dispatch().isPaused()) {
            stopped.add("");
        }
        return new Snapshot.OfQueue(
                queue.definition(),
                queue.ready().figures().snapshot(),
                leases.snapshot(),
                schedule.window().size(),
                holders,
                stopped);
    }
}
