package io.fila.server.metrics;

import io.fila.core.tape.Cause;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happens in one queue. For the broker thread. */
final class QueueMeter {
    /** Fairness keys of a queue that are counted by name. */
    static final int KEYS = 256;

    /** Fairness keys of a queue that a sample tells by name. */
    static final int SHOWN_KEYS = 64;

    /** Deliveries that are remembered for whoever watches. */
    private static final int RECENT = 256;

    private final Map<Cause, Counter> causes = new EnumMap<>(Cause.class);
    private long unscheduled;
    private final Histogram enqueueToDelivery = Histogram.ofTimes();
    private final Histogram deliveryToAck = Histogram.ofTimes();
    private final KeyMeters keys = new KeyMeters(KEYS);
    private @Nullable ArrayDeque<String> recent;

    private static final class Counter {
        private long value;
    }

    QueueMeter() {
        for (Cause cause : Cause.values()) {
            causes.put(cause, new Counter());
        }
    }

    void count(Cause cause) {
        Counter counter = causes.get(cause);
        if (counter != null) {
            counter.value++;
        }
    }

    /** A message became a dead letter before anybody had it. */
    void countUnscheduled() {
        unscheduled++;
    }

    void delivered(String fairnessKey, long waitedNanos) {
        enqueueToDelivery.add(waitedNanos);
        KeyMeters.KeyMeter key = keys.of(fairnessKey);
        key.passed++;
        key.waitedNanos += waitedNanos;
        ArrayDeque<String> strip = recent;
        if (strip != null) {
            if (strip.size() == RECENT) {
                strip.removeFirst();
            }
            strip.addLast(fairnessKey);
        }
    }

    void weighs(String fairnessKey, long weight) {
        keys.of(fairnessKey).weight = weight;
    }

    void acked(long heldNanos) {
        deliveryToAck.add(heldNanos);
    }

    void waits(String fairnessKey) {
        keys.of(fairnessKey).waits++;
    }

    void makeRoom() {
        keys.makeRoom();
    }

    /** Lets the last deliveries be remembered while somebody watches. */
    void watch(boolean watched) {
        if (watched != (recent != null)) {
            recent = watched ? new ArrayDeque<>() : null;
        }
    }

    QueueCounts counts() {
        Map<Cause, Long> byCause = new EnumMap<>(Cause.class);
        causes.forEach((cause, counter) -> byCause.put(cause, counter.value));
        return new QueueCounts(
                byCause, unscheduled, enqueueToDelivery.copy(), deliveryToAck.copy(), keys.busiest(SHOWN_KEYS));
    }

    /** The fairness keys of the last deliveries, oldest first; each delivery is told once. */
    List<String> takeRecent() {
        ArrayDeque<String> strip = recent;
        if (strip == null) {
            return List.of();
        }
        List<String> taken = List.copyOf(strip);
        strip.clear();
        return taken;
    }
}
