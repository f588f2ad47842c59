package io.fila.server.metrics;

import io.fila.core.gauge.BucketGauge;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.scripting.ScriptStatus;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** All metrics of a broker, from a sample of it. docs/observability.md has them as a table, which a test compares. */
public final class BrokerMetrics {
    /** Queues that are shown by name: the busiest. */
    private static final int QUEUES = 1000;

    /** Fairness keys that are shown by name: the busiest of each queue, and of all. */
    private static final int KEYS_OF_A_QUEUE = 20;

    private static final int KEYS = 1000;

    /** All keys that are not shown by name. No key of a client's is empty or looks like this by chance. */
    private static final String OTHERS = "(other)";

    private final MetricWriter out;
    private final Sample sample;
    private final Refusals refusals;
    private final Surroundings around;
    private final List<QueueGauges> shown;
    private final long nowNanos;

    private BrokerMetrics(Sample sample, Refusals refusals, Surroundings around, MetricWriter out) {
        this.out = out;
        this.sample = sample;
        this.refusals = refusals;
        this.around = around;
        this.nowNanos = sample.gauges().nowNanos();
        this.shown = busiest(sample);
    }

    public static void write(Sample sample, Refusals refusals, Surroundings around, MetricWriter out) {
        BrokerMetrics metrics = new BrokerMetrics(sample, refusals, around, out);
        metrics.messages();
        metrics.queues();
        metrics.keys();
        metrics.throttles();
        metrics.scripts();
        metrics.loop();
        metrics.edges();
    }

    private static List<QueueGauges> busiest(Sample sample) {
        List<QueueGauges> all = sample.gauges().queues();
        if (all.size() <= QUEUES) {
            return all;
        }
        return all.stream()
                .sorted(Comparator.comparingLong(queue -> -activity(sample, queue)))
                .limit(QUEUES)
                .toList();
    }

    private static long activity(Sample sample, QueueGauges queue) {
        QueueCounts counts = sample.queues().get(queue.name());
        return queue.depth() + (counts == null ? 0 : counts.of(Cause.ACCEPTED) + counts.of(Cause.LEASED));
    }

    // ---- messages ----

    private void messages() {
        count("enqueued", "Messages accepted.", Cause.ACCEPTED);
        count("delivered", "Deliveries to consumers.", Cause.LEASED);
        count("acked", "Messages acked.", Cause.ACKED);
        out.counter("fila_messages_nacked_total", "Deliveries that failed, as their consumer said.");
        each(QueueCounts::nacks);
        out.counter("fila_messages_dead_lettered_total", "Messages that became dead letters.");
        for (QueueGauges queue : shown) {
            QueueCounts counts = counts(queue);
            long failed = counts.of(Cause.DEAD_LETTERED) - counts.unscheduled();
            out.value(failed, "queue", name(queue), "reason", "failed");
            out.value(counts.unscheduled(), "queue", name(queue), "reason", "script_failed");
        }
        count("redriven", "Dead letters redriven to their queue.", Cause.REDRIVEN);
        count("moved", "Messages that an operator moved to another queue.", Cause.MOVED);
        count("due", "Scheduled messages that became due.", Cause.CAME_DUE);
        reasons(
                "retried",
                "Messages returned for a retry.",
                Map.of("nacked", Cause.NACKED, "lease_expired", Cause.LEASE_EXPIRED));
        reasons(
                "dropped",
                "Messages that left without an ack.",
                Map.of(
                        "expired", Cause.EXPIRED,
                        "crowded_out", Cause.CROWDED_OUT,
                        "cancelled", Cause.CANCELLED,
                        "purged", Cause.PURGED,
                        "damaged", Cause.QUARANTINED));
        out.counter("fila_leases_extended_total", "Lease extensions.");
        each(counts -> counts.of(Cause.EXTENDED));
        Set<String> names =
                sample.queues().keySet().stream().map(QueueName::value).collect(Collectors.toSet());
        out.counter("fila_messages_refused_total", "Messages refused, by the code their producer got.");
        for (Map.Entry<String, Map<Refusal.Code, LongAdder>> queue :
                new TreeMap<>(refusals.of(names::contains)).entrySet()) {
            queue.getValue().forEach((code, times) -> {
                if (times.sum() > 0) {
                    out.value(times.sum(), "queue", queue.getKey(), "code", code.name());
                }
            });
        }
        out.histogram("fila_enqueue_to_delivery_seconds", "Time from accepting a message to each delivery of it.");
        for (QueueGauges queue : shown) {
            out.value(counts(queue).enqueueToDelivery(), "queue", name(queue));
        }
        out.histogram("fila_delivery_to_ack_seconds", "Time from a delivery to its ack.");
        for (QueueGauges queue : shown) {
            out.value(counts(queue).deliveryToAck(), "queue", name(queue));
        }
    }

    private void count(String what, String help, Cause cause) {
        out.counter("fila_messages_" + what + "_total", help);
        each(counts -> counts.of(cause));
    }

    private void reasons(String what, String help, Map<String, Cause> reasons) {
        out.counter("fila_messages_" + what + "_total", help);
        for (QueueGauges queue : shown) {
            new TreeMap<>(reasons)
                    .forEach((reason, cause) ->
                            out.value(counts(queue).of(cause), "queue", name(queue), "reason", reason));
        }
    }

    private void each(ToDoubleFunction<QueueCounts> figure) {
        for (QueueGauges queue : shown) {
            out.value(figure.applyAsDouble(counts(queue)), "queue", name(queue));
        }
    }

    private QueueCounts counts(QueueGauges queue) {
        return java.util.Objects.requireNonNull(sample.queues().get(queue.name()));
    }

    private static String name(QueueGauges queue) {
        return queue.name().value();
    }

    // ---- queues ----

    private void queues() {
        out.gauge("fila_queues", "Queues there are.")
                .value(sample.gauges().queues().size());
        gauge("queue_depth", "Messages that wait.", QueueGauges::depth);
        gauge("queue_in_flight", "Leased messages.", QueueGauges::inFlight);
        gauge("queue_scheduled", "Scheduled messages.", QueueGauges::scheduled);
        gauge("queue_consumers", "Consumers.", QueueGauges::consumers);
        gauge("queue_active_keys", "Fairness keys with pending messages.", QueueGauges::activeKeys);
        gauge("queue_active_weight", "Total weight of the keys in the current round.", QueueGauges::activeWeight);
        gauge("queue_paused", "1 while deliveries are stopped.", queue -> queue.paused() ? 1 : 0);
        gauge(
                "queue_effective_quantum",
                "Deliveries a key of weight 1 gets in this round.",
                QueueGauges::effectiveQuantum);
        gauge(
                "queue_oldest_age_seconds",
                "Age of the oldest message at the front of a lane.",
                queue -> queue.oldestNanos() == 0 ? 0 : seconds(nowNanos - queue.oldestNanos()));
        out.counter("fila_queue_rounds_total", "Scheduling rounds.");
        for (QueueGauges queue : shown) {
            out.value(queue.rounds(), "queue", name(queue));
        }
        gauge("useful_consumers", "How many more consumers would have work now.", QueueGauges::usefulConsumers);
    }

    private void gauge(String what, String help, ToDoubleFunction<QueueGauges> figure) {
        out.gauge("fila_" + what, help);
        for (QueueGauges queue : shown) {
            out.value(figure.applyAsDouble(queue), "queue", name(queue));
        }
    }

    private static double seconds(long nanos) {
        return (double) Math.max(0, nanos) / TimeUnit.SECONDS.toNanos(1);
    }

    // ---- keys ----

    private record Key(QueueName queue, KeyCounts counts) {}

    private void keys() {
        Set<Key> named = shown.stream()
                .flatMap(queue ->
                        counts(queue).keys().stream().limit(KEYS_OF_A_QUEUE).map(key -> new Key(queue.name(), key)))
                .filter(key -> !key.counts().isRest())
                .sorted(Comparator.comparingLong(key -> -key.counts().passed()))
                .limit(KEYS)
                .collect(Collectors.toCollection(HashSet::new));
        out.counter("fila_key_delivered_total", "Deliveries, of the busiest fairness keys.");
        key(named, KeyCounts::passed);
        out.counter("fila_key_dwell_seconds_total", "Total time that delivered messages had spent in the queue.");
        key(named, counts -> seconds(counts.waitedNanos()));
        out.counter("fila_key_throttled_total", "How often the key's turn came but it had to wait for tokens.");
        key(named, KeyCounts::waits);
        out.gauge("fila_key_weight", "The weight of the key at its last delivery.");
        for (QueueGauges queue : shown) {
            for (KeyCounts key : counts(queue).keys()) {
                if (named.contains(new Key(queue.name(), key))) {
                    out.value(key.weight(), "queue", name(queue), "fairness_key", key.key());
                }
            }
        }
    }

    private void key(Set<Key> named, ToDoubleFunction<KeyCounts> figure) {
        for (QueueGauges queue : shown) {
            double others = 0;
            for (KeyCounts key : counts(queue).keys()) {
                if (named.contains(new Key(queue.name(), key))) {
                    out.value(figure.applyAsDouble(key), "queue", name(queue), "fairness_key", key.key());
                } else {
                    others += figure.applyAsDouble(key);
                }
            }
            if (others > 0) {
                out.value(others, "queue", name(queue), "fairness_key", OTHERS);
            }
        }
    }

    private void throttles() {
        out.counter("fila_throttle_passed_total", "Deliveries that took a token, of the busiest throttle keys.");
        throttle(KeyCounts::passed);
        out.counter("fila_throttle_waited_total", "Lanes that had to wait for a token.");
        throttle(KeyCounts::waits);
        Set<String> named = sample.throttles().stream().map(KeyCounts::key).collect(Collectors.toSet());
        List<BucketGauge> buckets = sample.gauges().buckets().stream()
                .filter(bucket -> named.contains(bucket.key()))
                .toList();
        out.gauge("fila_throttle_tokens", "Tokens in the bucket.");
        buckets.forEach(bucket -> out.value(bucket.tokens(), "throttle_key", bucket.key()));
        out.gauge("fila_throttle_rate", "Tokens a second.");
        buckets.forEach(bucket -> out.value(bucket.ratePerSecond(), "throttle_key", bucket.key()));
        out.gauge("fila_throttle_waiting", "Lanes waiting for a token now.");
        buckets.forEach(bucket -> out.value(bucket.waiting(), "throttle_key", bucket.key()));
    }

    private void throttle(ToDoubleFunction<KeyCounts> figure) {
        for (KeyCounts key : sample.throttles()) {
            out.value(figure.applyAsDouble(key), "throttle_key", key.isRest() ? OTHERS : key.key());
        }
    }

    // ---- the rest ----

    private void scripts() {
        out.counter("fila_script_failures_total", "Failed script calls.");
        for (QueueGauges queue : shown) {
            out.value(around.scripts(queue.name()).failures(), "queue", name(queue));
        }
        out.histogram("fila_script_seconds", "Duration of script calls.");
        for (QueueGauges queue : shown) {
            Histogram times = sample.scripts().get(queue.name());
            if (times != null) {
                out.value(times, "queue", name(queue));
            }
        }
        out.gauge("fila_script_bypassed", "1 while a queue's scripts are bypassed because they failed too often.");
        for (QueueGauges queue : shown) {
            ScriptStatus scripts = around.scripts(queue.name());
            out.value(scripts.bypassed() ? 1 : 0, "queue", name(queue));
        }
    }

    private void loop() {
        out.histogram("fila_turn_seconds", "How long a turn of the broker took to decide.")
                .value(sample.turnTimes());
        out.histogram("fila_turn_commands", "Commands per turn.").value(sample.turnSizes());
        out.gauge("fila_inbox_depth", "Commands waiting for the next turn.").value(around.inboxDepth());
        out.gauge("fila_inbox_capacity", "The most commands that may wait.").value(around.inboxCapacity());
        out.counter("fila_journal_records_total", "Records written.").value(sample.records());
        out.histogram("fila_journal_commit_seconds", "Time to make a turn durable.")
                .value(sample.commits());
        out.histogram("fila_journal_append_seconds", "Time to append a turn to the log.")
                .value(sample.appends());
        out.histogram("fila_journal_sync_seconds", "Time to sync a turn.").value(sample.syncs());
        out.gauge("fila_journal_unapplied_turns", "Turns in the log that are not yet in RocksDB's tables.")
                .value(around.unappliedTurns());
        out.gauge("fila_journal_unapplied_bytes", "Bytes of the log that they take.")
                .value(around.unappliedBytes());
        out.gauge("fila_disk_has_room", "0 while new messages are refused because the disk is nearly full.")
                .value(around.hasRoomOnDisk() ? 1 : 0);
    }

    private void edges() {
        out.gauge("fila_connections", "gRPC connections.").value(around.connections());
        out.gauge("fila_streams", "Open gRPC streams.")
                .value(around.consumerStreams(), "kind", "consume")
                .value(around.producerStreams(), "kind", "enqueue");
        out.counter("fila_received_bytes_total", "Bytes received over gRPC.").value(around.receivedBytes());
        out.counter("fila_sent_bytes_total", "Bytes sent over gRPC.").value(around.sentBytes());
        out.counter("fila_wrong_keys_total", "Calls without a valid key.").value(around.wrongKeys());
    }
}
