package io.fila.core.broker;

import io.fila.core.Invariant;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.FlowChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;

/** Rebuilds the broker's memory from the records that survived; decides nothing. */
final class Recovery {
    private final Queues queues;
    private final Facilities facilities;
    private final long nowNanos;

    Recovery(Queues queues, Facilities facilities, long nowNanos) {
        this.queues = queues;
        this.facilities = facilities;
        this.nowNanos = nowNanos;
    }

    void apply(Record survived) {
        switch (survived) {
            case QueueCreated created -> queues.add(new Queue(created, facilities));
            case FlowChanged flow ->
                queue(flow.queue()).restoreFlow(flow.fairnessKey(), flow.weight(), flow.pending(), flow.lastPosition());
            case MessageMoved moved
            when moved.to() instanceof Place.Leased lease ->
                queue(lease.queue())
                        .restoreLease(
                                new Message(moved.envelope(), moved.attempts(), lease, null),
                                lease.deadlineNanos(),
                                nowNanos);
            case MessageMoved moved ->
                throw new IllegalStateException("Expected only leased messages in recovery but found " + moved.to());
            case QueueDeleted deleted ->
                throw new IllegalStateException("Expected only what exists in recovery but found " + deleted);
            case EntryDamaged damaged ->
                throw new IllegalStateException("Expected only what exists in recovery but found " + damaged);
        }
    }

    private Queue queue(QueueId id) {
        Queue queue = queues.find(id);
        Invariant.check(queue != null, "what is stored belongs to a queue that exists");
        return java.util.Objects.requireNonNull(queue);
    }
}
