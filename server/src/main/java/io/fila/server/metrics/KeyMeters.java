package io.fila.server.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the keys of a queue, for as many of them as there is room for; the rest are one, without a name. Now and
 * then the less busy half of a full table makes room: a key that is busy comes back at once, because it comes often. For one
 * thread.
 */
final class KeyMeters {
    private final int limit;
    private final Map<String, KeyMeter> byKey = new HashMap<>();
    private final KeyMeter others = new KeyMeter("");
    private @Nullable KeyMeter last;

    /** One key. */
    static final class KeyMeter {
        final String key;
        long passed;
        long waits;
        long waitedNanos;
        long weight;
        private long before;

        KeyMeter(String key) {
            this.key = key;
        }
    }

    KeyMeters(int limit) {
        this.limit = limit;
    }

    KeyMeter of(String key) {
        KeyMeter known = last;
        if (known != null && known.key.equals(key)) {
            return known;
        }
        known = byKey.get(key);
        if (known == null) {
            if (byKey.size() >= limit) {
                return others;
            }
            known = new KeyMeter(key);
            byKey.put(key, known);
        }
        last = known;
        return known;
    }

    /** Lets go of the less busy half since the last time, if there is no room for others. */
    void makeRoom() {
        if (byKey.size() >= limit) {
            long[] doings = byKey.values().stream()
                    .mapToLong(KeyMeters::recent)
                    .sorted()
                    .toArray();
            long median = doings[doings.length / 2];
            byKey.values().removeIf(meter -> recent(meter) <= median && byKey.size() > limit / 2);
            last = null;
        }
        byKey.values().forEach(meter -> meter.before = meter.passed + meter.waits);
    }

    private static long recent(KeyMeter meter) {
        return meter.passed + meter.waits - meter.before;
    }

    /** The busiest so far, and all that have no name here as the last, if there are any. */
    List<KeyCounts> busiest(int most) {
        List<KeyMeter> sorted = new ArrayList<>(byKey.values());
        sorted.sort(Comparator.comparingLong((KeyMeter meter) -> -meter.passed).thenComparing(meter -> meter.key));
        List<KeyCounts> counts = new ArrayList<>();
        KeyCounts rest = counts(others);
        for (KeyMeter meter : sorted) {
            if (counts.size() < most) {
                counts.add(counts(meter));
            } else {
                rest = rest.plus(counts(meter));
            }
        }
        if (rest.passed() + rest.waits() > 0) {
            counts.add(rest);
        }
        return counts;
    }

    private static KeyCounts counts(KeyMeter meter) {
        return new KeyCounts(meter.key, meter.passed, meter.waits, meter.waitedNanos, meter.weight);
    }

    @Override
    public String toString() {
        return Arrays.toString(byKey.keySet().toArray());
    }
}
