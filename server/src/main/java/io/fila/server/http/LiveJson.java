package io.fila.server.http;

import com.google.gson.stream.JsonWriter;
import io.fila.core.gauge.BucketGauge;
import io.fila.core.gauge.ConsumerGauge;
import io.fila.core.gauge.KeyGauge;
import io.fila.core.gauge.QueueCloseUp;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.queue.QueueName;
import io.fila.core.tape.Cause;
import io.fila.server.metrics.KeyCounts;
import io.fila.server.metrics.QueueCounts;
import io.fila.server.metrics.Sample;
import io.fila.server.telemetry.BrokerInspector;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the page is told: counters as they stand, from which it makes rates. */
final class LiveJson {
    /** Fairness keys that are shown because they had most deliveries. */
    static final int BUSIEST_KEYS = 24;

    /** Queues that the overview lists; it says how many more there are. */
    private static final int QUEUES = 100;

    /** Token buckets that are shown. */
    private static final int BUCKETS = 30;

    private final BrokerInspector observatory;
    private final Sample sample;
    private final @Nullable Sample before;

    /** @param before the last sample, by which it is told who is busy now */
    LiveJson(BrokerInspector observatory, Sample sample, @Nullable Sample before) {
        this.observatory = observatory;
        this.sample = sample;
        this.before = before;
    }

    private interface Body {
        void write(JsonWriter json) throws IOException;
    }

    private static String object(Body body) {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.beginObject();
            body.write(json);
            json.endObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    /** All queues whose names have this in them, the busiest first. */
    String overview(String search) {
        String wanted = search.toLowerCase(Locale.ROOT);
        List<QueueGauges> found = sample.gauges().queues().stream()
                .filter(queue -> queue.name().value().toLowerCase(Locale.ROOT).contains(wanted))
                .sorted(Comparator.comparingLong(this::activity).reversed().thenComparing(QueueGauges::name))
                .toList();
        return object(json -> {
            json.name("now").value(TimeUnit.NANOSECONDS.toMillis(sample.gauges().nowNanos()));
            json.name("found").value(found.size());
            json.name("inbox").value(observatory.inboxDepth());
            json.name("connections").value(observatory.connections());
            json.name("room").value(observatory.hasRoomOnDisk());
            json.name("queues").beginArray();
            for (QueueGauges queue : found.subList(0, Math.min(QUEUES, found.size()))) {
                json.beginObject();
                row(json, queue);
                json.endObject();
            }
            json.endArray();
        });
    }

    private long activity(QueueGauges queue) {
        long earlier = before == null ? 0 : deliveries(before.queues().get(queue.name()));
        return (deliveries(sample.queues().get(queue.name())) - earlier) * 1_000_000 + queue.depth() + queue.inFlight();
    }

    private static long deliveries(@Nullable QueueCounts counts) {
        return counts == null ? 0 : counts.of(Cause.ACCEPTED) + counts.of(Cause.LEASED);
    }

    private void row(JsonWriter json, QueueGauges queue) throws IOException {
        QueueCounts counts = Objects.requireNonNull(sample.queues().get(queue.name()));
        long now = sample.gauges().nowNanos();
        json.name("name").value(queue.name().value());
        json.name("depth").value(queue.depth());
        json.name("in_flight").value(queue.inFlight());
        json.name("scheduled").value(queue.scheduled());
        json.name("consumers").value(queue.consumers());
        json.name("keys").value(queue.activeKeys());
        json.name("active_weight").value(queue.activeWeight());
        json.name("paused").value(queue.paused());
        json.name("quantum").value(queue.effectiveQuantum());
        json.name("useful_consumers").value(queue.usefulConsumers());
        json.name("oldest_ms")
                .value(queue.oldestNanos() == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(now - queue.oldestNanos()));
        json.name("bypassed").value(observatory.scripts(queue.name()).bypassed());
        json.name("enqueued").value(counts.of(Cause.ACCEPTED) + counts.of(Cause.REDRIVEN));
        json.name("delivered").value(counts.of(Cause.LEASED));
        json.name("acked").value(counts.of(Cause.ACKED));
        json.name("nacked").value(counts.of(Cause.NACKED));
        json.name("lease_expired").value(counts.of(Cause.LEASE_EXPIRED));
        json.name("dead_lettered").value(counts.of(Cause.DEAD_LETTERED));
        json.name("dropped").value(counts.of(Cause.EXPIRED) + counts.of(Cause.CROWDED_OUT));
    }

    /** One queue with its keys, consumers, buckets and last deliveries. */
    String queue(QueueName name, String search, List<String> recent) {
        QueueCounts counts = Objects.requireNonNull(sample.queues().get(name));
        return object(json -> {
            json.name("now").value(TimeUnit.NANOSECONDS.toMillis(sample.gauges().nowNanos()));
            for (QueueGauges queue : sample.gauges().queues()) {
                if (queue.name().equals(name)) {
                    row(json, queue);
                } else if (!name.isDeadLetter() && queue.name().equals(name.deadLetter())) {
                    json.name("dead_letters").value(queue.depth());
                }
            }
            closeUp(json, name, search, counts);
            buckets(json);
            json.name("recent").beginArray();
            for (String key : recent) {
                json.value(key);
            }
            json.endArray();
            json.name("bounds");
            numbers(json, counts.enqueueToDelivery().bounds());
            json.name("waits");
            numbers(json, counts.enqueueToDelivery().buckets());
        });
    }

    private static void numbers(JsonWriter json, List<? extends Number> numbers) throws IOException {
        json.beginArray();
        for (Number number : numbers) {
            json.value(number);
        }
        json.endArray();
    }

    private void closeUp(JsonWriter json, QueueName name, String search, QueueCounts counts) throws IOException {
        Map<String, KeyCounts> byKey = new LinkedHashMap<>();
        counts.keys().forEach(key -> byKey.put(key.key(), key));
        for (QueueCloseUp closeUp : sample.gauges().closeUps()) {
            if (closeUp.name().equals(name)) {
                json.name("rows").beginArray();
                for (KeyGauge key : closeUp.keys()) {
                    if (key.key().contains(search)) {
                        key(json, key, byKey.remove(key.key()));
                    }
                }
                // A key that has nothing here at this moment may have had most of the deliveries.
                for (KeyCounts key : byKey.values()) {
                    if (!key.isRest() && key.key().contains(search)) {
                        key(json, new KeyGauge(key.key(), 0, 0, 1, 0, false, ""), key);
                    }
                }
                json.endArray().name("consumer_rows").beginArray();
                for (ConsumerGauge consumer : closeUp.consumers()) {
                    json.beginObject()
                            .name("id")
                            .value(consumer.id())
                            .name("held")
                            .value(consumer.held());
                    json.name("window").value(consumer.window()).name("credit").value(consumer.credit());
                    json.endObject();
                }
                json.endArray();
            }
        }
    }

    private static void key(JsonWriter json, KeyGauge key, @Nullable KeyCounts counts) throws IOException {
        json.beginObject().name("key").value(key.key()).name("pending").value(key.pending());
        json.name("deficit").value(key.deficit()).name("weight").value(key.weight());
        json.name("in_flight").value(key.inFlight()).name("paused").value(key.paused());
        json.name("waits_for").value(key.waitsFor());
        if (counts != null) {
            json.name("delivered").value(counts.passed());
            json.name("waited_ms").value(TimeUnit.NANOSECONDS.toMillis(counts.waitedNanos()));
        }
        json.endObject();
    }

    private void buckets(JsonWriter json) throws IOException {
        json.name("buckets").beginArray();
        List<BucketGauge> shown = sample.gauges().buckets().stream()
                .sorted(Comparator.comparingInt(BucketGauge::waiting).reversed().thenComparing(BucketGauge::key))
                .limit(BUCKETS)
                .toList();
        for (BucketGauge bucket : shown) {
            json.beginObject().name("key").value(bucket.key()).name("tokens").value(bucket.tokens());
            json.name("rate").value(bucket.ratePerSecond()).name("burst").value(bucket.burst());
            json.name("waiting").value(bucket.waiting()).endObject();
        }
        json.endArray();
    }
}
