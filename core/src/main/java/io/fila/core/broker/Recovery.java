package io.fila.core.broker;

import io.fila.core.broker.queue.Queue;
import io.fila.core.broker.queue.Queues;
import io.fila.core.broker.queue.SharedState;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.BucketChanged;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.DedupChanged;
import io.fila.core.record.DeliveryPaused;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;

/** Rebuilds the broker's memory from the records that survived; decides nothing. */
final class Recovery {
    private final Queues queues;
    private final RuntimeConfig config;
    private final ApiKeys keys;
    private final SharedState shared;
    private final long nowNanos;

    Recovery(Queues queues, RuntimeConfig config, ApiKeys keys, SharedState shared, long nowNanos) {
        this.queues = queues;
        this.config = config;
        this.keys = keys;
        this.shared = shared;
        this.nowNanos = nowNanos;
    }

    void apply(Record survived) {
        switch (survived) {
            case ConfigChanged setting -> config.restore(setting.key(), setting.value());
            case BucketChanged bucket
            when bucket.rate() != null ->
                shared.throttles()
                        .restore(
                                bucket.throttleKey(), bucket.rate(), bucket.level(), bucket.heldUntilNanos(), nowNanos);
            case QueueCreated created -> queues.restore(created);
            case LaneChanged lane ->
                queue(lane.queue())
                        .restoreLane(
                                lane.fairnessKey(), lane.lane(), lane.weight(), lane.pending(), lane.lastPosition());
            case ScheduleChanged schedule -> queue(schedule.queue()).restoreSchedule(schedule.scheduled());
            case MessageMoved moved
            when moved.to() instanceof Place.Leased lease ->
                queue(lease.queue())
                        .restoreLease(new Message(moved.envelope(), moved.attempts(), lease, null), lease, nowNanos);
            case DeliveryPaused paused
            when paused.paused() -> queue(paused.queue()).restorePause(paused.fairnessKey());
            case DedupChanged dedup
            when dedup.holder() != null ->
                restore(queue(dedup.queue()), dedup.dedupKey(), dedup.holder(), dedup.untilNanos());
            case KeyChanged known when known.key() != null -> keys.restore(known.key());
            case KeyChanged revoked -> throw unexpected(revoked);
            case BucketChanged gone -> throw unexpected(gone);
            case DeliveryPaused resumed -> throw unexpected(resumed);
            case DedupChanged free -> throw unexpected(free);
            case MessageMoved moved -> throw unexpected(moved);
            case QueueDeleted deleted -> throw unexpected(deleted);
            case EntryDamaged damaged -> throw unexpected(damaged);
        }
    }

    private void restore(Queue queue, String dedupKey, MessageId holder, long untilNanos) {
        long windowNanos = queue.config().lifetimes().dedupWindow().toNanos();
        queue.dedupKeys().restore(dedupKey, holder, untilNanos, nowNanos + windowNanos);
    }

    private static IllegalStateException unexpected(Record found) {
        return new IllegalStateException("Expected only what exists now in recovery but found " + found);
    }

    private Queue queue(QueueId id) {
        Queue queue = queues.find(id);
        if (queue == null) {
            throw new IllegalStateException("Expected a queue with number " + id.value()
                    + " because something is stored for it, but there is none");
        }
        return queue;
    }
}
