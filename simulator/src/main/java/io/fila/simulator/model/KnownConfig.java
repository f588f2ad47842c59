package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.config.Setting;
import io.fila.core.config.ThrottleSetting;
import io.fila.core.record.Snapshot;
import io.fila.core.throttle.Rate;
import io.fila.core.throttle.Throttles;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The runtime settings, the buckets of those that are throttles, and the throttle keys that consumers asked to be held. */
public final class KnownConfig {
    private final Map<String, String> settings = new TreeMap<>();
    private final Map<String, KnownBucket> buckets = new TreeMap<>();
    private final Map<String, Long> heldUntilNanos = new TreeMap<>();

    public @Nullable String value(String key) {
        return settings.get(key);
    }

    public Map<String, String> settings() {
        return settings;
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

    /** The keys that are held, or whose hold is over and may not be forgotten yet. */
    public Set<String> heldKeys() {
        return heldUntilNanos.keySet();
    }

    /** When the hold of a key ends or ended; 0 if there is none. */
    public long heldUntilNanos(String key) {
        return heldUntilNanos.getOrDefault(key, 0L);
    }

    /** Whether none of these keys is throttled or held now. */
    public boolean isFree(Collection<String> throttleKeys) {
        return throttleKeys.stream().noneMatch(key -> buckets.containsKey(key) || heldUntilNanos.containsKey(key));
    }

    void hold(String throttleKey, long forNanos, long nowNanos) {
        long longest = Math.min(forNanos, Throttles.MAX_HOLD.toNanos());
        heldUntilNanos.merge(throttleKey, nowNanos + longest, Math::max);
        KnownBucket bucket = buckets.get(throttleKey);
        if (bucket != null) {
            bucket.record(nowNanos);
        }
    }

    /** Whether every hold is over, and those of keys without a bucket are forgotten. */
    public boolean holdsAreOver(long nowNanos) {
        return heldUntilNanos.entrySet().stream()
                .allMatch(hold -> buckets.containsKey(hold.getKey()) && hold.getValue() <= nowNanos);
    }

    boolean hasHoldsThatAreOver(long nowNanos) {
        return heldUntilNanos.values().stream().anyMatch(until -> until <= nowNanos);
    }

    /** A hold that is over stays known with its bucket; one of a key without a bucket is forgotten some time. */
    void forgetHoldsThatAreOver(long nowNanos, Map<String, Snapshot.OfBucket> stillKnown) {
        heldUntilNanos.entrySet().removeIf(hold -> {
            Snapshot.OfBucket bucket = stillKnown.get(hold.getKey());
            return hold.getValue() <= nowNanos && (bucket == null || bucket.heldUntilNanos() == 0);
        });
    }

    boolean accepts(String key, String value) {
        int keyBytes = key.getBytes(StandardCharsets.UTF_8).length;
        int valueBytes = value.getBytes(StandardCharsets.UTF_8).length;
        boolean fits = keyBytes > 0 && keyBytes <= Limits.CONFIG_KEY_BYTES && valueBytes <= Limits.CONFIG_VALUE_BYTES;
        ThrottleSetting setting = ThrottleSetting.of(key);
        return fits && (value.isEmpty() || setting == null || setting.objection(value) == null);
    }

    void set(String key, String value, long nowNanos) {
        if (value.isEmpty()) {
            settings.remove(key);
        } else {
            settings.put(key, value);
        }
        ThrottleSetting setting = ThrottleSetting.of(key);
        if (setting == null) {
            return;
        }
        String rateAlone = settings.get("throttle:" + setting.key() + ":rate");
        String burstAlone = settings.get("throttle:" + setting.key() + ":burst");
        // A burst alone limits nothing: with it or without, the rate counts that was set apart.
        boolean isBurst = setting instanceof ThrottleSetting.BurstOnly;
        ThrottleSetting effective = isBurst ? new ThrottleSetting.RateOnly(setting.key()) : setting;
        String rate = isBurst ? rateAlone : value;
        if (rate != null) {
            change(setting.key(), rate.isEmpty() ? null : effective.rate(rate, rateAlone, burstAlone), nowNanos);
        }
    }

    void restart(long nowNanos) {
        buckets.values().forEach(bucket -> bucket.restart(nowNanos));
        long longest = nowNanos + Throttles.MAX_HOLD.toNanos();
        heldUntilNanos.replaceAll((key, until) -> Math.min(until, longest));
    }

    private void change(String throttle, @Nullable Rate rate, long nowNanos) {
        KnownBucket bucket = buckets.get(throttle);
        if (rate == null) {
            buckets.remove(throttle);
            heldUntilNanos.remove(throttle);
        } else if (bucket == null) {
            buckets.put(throttle, new KnownBucket(rate, nowNanos));
        } else {
            bucket.change(rate, nowNanos);
        }
    }
}
