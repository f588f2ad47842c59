package io.fila.server.metrics;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Lane;
import io.fila.core.gauge.BrokerGauges;
import io.fila.core.gauge.QueueCloseUp;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.Record;
import io.fila.core.tape.Cause;
import io.fila.server.host.BrokerListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the tape tells. All of it belongs to the broker thread, where adding to a counter costs next to nothing; a
 * {@link #sample} is taken there too, and may then go anywhere.
 */
public final class Meters implements BrokerListener {
    /** Throttle keys that are counted by name. */
    private static final int THROTTLE_KEYS = 1000;

    /** Throttle keys that are shown by name. */
    private static final int SHOWN_THROTTLE_KEYS = 100;

    /** How often keys that have become quiet make room for others. */
    private static final Duration ROOM_PERIOD = Duration.ofSeconds(10);

    private final Map<QueueId, QueueMeter> queues = new HashMap<>();
    private final KeyMeters throttles = new KeyMeters(THROTTLE_KEYS);
    private final Histogram turnTimes = Histogram.ofTimes();
    private final Histogram turnSizes = Histogram.ofNumbers();
    private final Histogram commits = Histogram.ofTimes();
    private final Histogram appends = Histogram.ofTimes();
    private final Histogram syncs = Histogram.ofTimes();
    private final ScriptTimes scripts = new ScriptTimes();
    private long beganNanos;
    private long records;
    private long nowNanos;
    private long roomAtNanos;
    private @Nullable QueueId lastId;
    private @Nullable QueueMeter lastMeter;

    @Override
    public void began(long atNanos, int commandsTaken) {
        nowNanos = atNanos;
        beganNanos = System.nanoTime();
        turnSizes.add(commandsTaken);
        if (atNanos - roomAtNanos >= ROOM_PERIOD.toNanos()) {
            roomAtNanos = atNanos;
            throttles.makeRoom();
            queues.values().forEach(QueueMeter::makeRoom);
        }
    }

    @Override
    public void ended() {
        turnTimes.add(System.nanoTime() - beganNanos);
    }

    @Override
    public void appended(long nanos) {
        appends.add(nanos);
    }

    @Override
    public void synced(long nanos) {
        syncs.add(nanos);
    }

    @Override
    public void committed(int recordsWritten, long nanos) {
        records += recordsWritten;
        commits.add(nanos);
    }

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        QueueId id = from.queue() == null ? to.queue() : from.queue();
        if (id == null) {
            return;
        }
        QueueMeter queue = meter(id);
        queue.count(cause);
        if (cause == Cause.DEAD_LETTERED && from.queue() == null) {
            queue.countUnscheduled();
        }
        if (cause == Cause.LEASED && from instanceof Place.Ready ready) {
            queue.delivered(ready.fairnessKey(), nowNanos - message.envelope().enqueuedAtNanos());
            if (!ready.lane().isEmpty()) {
                passed(message.envelope().scheduling().throttleKeys());
            }
        } else if (cause == Cause.ACKED && from instanceof Place.Leased leased) {
            // The id of a lease is the time of its delivery.
            queue.acked(nowNanos - leased.leaseId());
        }
    }

    private void passed(List<String> throttleKeys) {
        for (int i = 0; i < throttleKeys.size(); i++) {
            throttles.of(throttleKeys.get(i)).passed++;
        }
    }

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        // What is chosen is leased next, and counted then.
        meter(lane.flow().queue()).weighs(lane.flow().key(), lane.flow().weight());
    }

    @Override
    public void parked(Lane lane, String throttleKey, long untilNanos) {
        meter(lane.flow().queue()).waits(lane.flow().key());
        throttles.of(throttleKey).waits++;
    }

    // How many consumers there are is a gauge.

    @Override
    public void attached(QueueId queue, ConsumerId consumer) {}

    @Override
    public void granted(QueueId queue, ConsumerId consumer, int credit) {}

    @Override
    public void detached(QueueId queue, ConsumerId consumer) {}

    @Override
    public void noticed(Record change) {
        // Which queues there are is told by the gauges.
    }

    @Override
    public void scriptRan(QueueName queue, long nanos) {
        scripts.add(queue, nanos);
    }

    private QueueMeter meter(QueueId id) {
        QueueMeter known = lastMeter;
        if (known == null || !id.equals(lastId)) {
            known = queues.computeIfAbsent(id, unknown -> new QueueMeter());
            lastId = id;
            lastMeter = known;
        }
        return known;
    }

    /** What has been counted, beside how the broker stands. On the broker thread. */
    Sample sample(BrokerGauges gauges) {
        Set<QueueId> there = new HashSet<>();
        Map<QueueName, QueueCounts> counts = new LinkedHashMap<>();
        for (QueueGauges queue : gauges.queues()) {
            there.add(queue.id());
            counts.put(queue.name(), meter(queue.id()).counts());
        }
        queues.keySet().retainAll(there);
        lastMeter = null;
        return new Sample(
                gauges,
                counts,
                throttles.busiest(SHOWN_THROTTLE_KEYS),
                scripts.of(counts.keySet()),
                turnTimes.copy(),
                turnSizes.copy(),
                records,
                commits.copy(),
                appends.copy(),
                syncs.copy());
    }

    /**
     * The fairness keys of the last deliveries of the queues that were looked at closely; from now on they are remembered for
     * these queues and for no others. On the broker thread.
     */
    Map<QueueName, List<String>> watch(BrokerGauges gauges) {
        Set<QueueName> watched = new HashSet<>();
        for (QueueCloseUp closeUp : gauges.closeUps()) {
            watched.add(closeUp.name());
        }
        Map<QueueName, List<String>> recent = new HashMap<>();
        for (QueueGauges queue : gauges.queues()) {
            QueueMeter meter = meter(queue.id());
            meter.watch(watched.contains(queue.name()));
            if (watched.contains(queue.name())) {
                recent.put(queue.name(), meter.takeRecent());
            }
        }
        return recent;
    }
}
