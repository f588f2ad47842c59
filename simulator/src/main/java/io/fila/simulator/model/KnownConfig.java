package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.broker.Snapshot;
import io.fila.core.config.Setting;
import io.fila.core.throttle.Rate;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The runtime settings, and the buckets that follow from those that are throttles. */
public final class KnownConfig {
    private static final String IN_ONE = "throttle.";
    private static final String APART = "throttle:";
    private static final String RATE = ":rate";
    private static final String BURST = ":burst";

    private final Map<String, String> settings = new TreeMap<>();
    private final Map<String, KnownBucket> buckets = new TreeMap<>();
    private final KnownHolds holds = new KnownHolds();

    public @Nullable String value(String key) {
        return settings.get(key);
    }

    public List<Setting> startingWith(String prefix) {
        return settings.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .map(entry -> new Setting(entry.getKey(), entry.getValue()))
                .toList();
    }

    public Map<String, KnownBucket> buckets() {
        return buckets;
    }

    public @Nullable KnownBucket bucket(String throttleKey) {
        return buckets.get(throttleKey);
    }

    public KnownHolds holds() {
        return holds;
    }

    /** Whether none of these keys is throttled or held now. */
    boolean isFree(Collection<String> throttleKeys) {
        return throttleKeys.stream().noneMatch(key -> buckets.containsKey(key) || holds.knows(key));
    }

    void hold(String throttleKey, long untilNanos, long nowNanos) {
        holds.hold(throttleKey, untilNanos);
        KnownBucket bucket = buckets.get(throttleKey);
        if (bucket != null) {
            bucket.record(nowNanos);
        }
    }

    /** Whether every hold is over, and those of keys without a bucket are forgotten. */
    public boolean holdsAreOver(long nowNanos) {
        return holds.keys().stream().allMatch(key -> buckets.containsKey(key) && !holds.isHeld(key, nowNanos));
    }

    /** Forgets holds that are over, and that the broker has forgotten: with their gates, or because they got new ones. */
    void forgetHoldsThatAreOver(long nowNanos, Map<String, Snapshot.OfBucket> stillKnown) {
        holds.forgetThoseOver(nowNanos, key -> {
            Snapshot.OfBucket bucket = stillKnown.get(key);
            return bucket != null && bucket.heldUntilNanos() > 0;
        });
    }

    boolean accepts(String key, String value) {
        int keyBytes = key.getBytes(StandardCharsets.UTF_8).length;
        int valueBytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (keyBytes < 1 || keyBytes > Limits.CONFIG_KEY_BYTES || valueBytes > Limits.CONFIG_VALUE_BYTES) {
            return false;
        }
        if (value.isEmpty()) {
            return true;
        }
        if (isInOne(key)) {
            String[] parts = value.split(",", -1);
            return parts.length == 2 && isRate(parts[0]) && isBurst(parts[1]);
        }
        return isPart(key, RATE) ? isRate(value) : !isPart(key, BURST) || isBurst(value);
    }

    void set(String key, String value, long nowNanos) {
        if (value.isEmpty()) {
            settings.remove(key);
        } else {
            settings.put(key, value);
        }
        if (isInOne(key)) {
            String throttle = key.substring(IN_ONE.length());
            String[] parts = value.split(",", -1);
            change(throttle, value.isEmpty() ? null : new Rate(number(parts[0]), number(parts[1])), nowNanos);
        } else if (isPart(key, RATE)) {
            String throttle = throttle(key, RATE);
            change(throttle, value.isEmpty() ? null : apart(throttle), nowNanos);
        } else if (isPart(key, BURST)) {
            String throttle = throttle(key, BURST);
            Rate rate = apart(throttle);
            if (rate != null) {
                change(throttle, rate, nowNanos);
            }
        }
    }

    void restart(long nowNanos) {
        buckets.values().forEach(bucket -> bucket.restart(nowNanos));
        holds.restart(nowNanos);
    }

    private void change(String throttle, @Nullable Rate rate, long nowNanos) {
        KnownBucket bucket = buckets.get(throttle);
        if (rate == null) {
            buckets.remove(throttle);
            holds.lift(throttle);
        } else if (bucket == null) {
            buckets.put(throttle, new KnownBucket(rate, nowNanos));
        } else {
            bucket.change(rate, nowNanos);
        }
    }

    /** What rate and burst, set apart, come to; a rate alone holds what comes in a second. */
    private @Nullable Rate apart(String throttle) {
        String rate = settings.get(APART + throttle + RATE);
        String burst = settings.get(APART + throttle + BURST);
        if (rate == null) {
            return null;
        }
        double perSecond = number(rate);
        return new Rate(perSecond, burst == null ? Math.max(1, perSecond) : number(burst));
    }

    private static boolean isInOne(String key) {
        return key.startsWith(IN_ONE) && key.length() > IN_ONE.length();
    }

    private static boolean isPart(String key, String part) {
        return key.startsWith(APART) && key.endsWith(part) && key.length() > APART.length() + part.length();
    }

    private static String throttle(String key, String part) {
        return key.substring(APART.length(), key.length() - part.length());
    }

    private static boolean isRate(String text) {
        double number = number(text);
        return number >= 0 && number <= Rate.MAX_PER_SECOND;
    }

    private static boolean isBurst(String text) {
        double number = number(text);
        return number >= 1 && number <= Rate.MAX_BURST;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }
}
