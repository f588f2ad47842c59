package io.fila.core.message;

import java.util.List;

/**
 * What decides when a message is delivered: its tenant, the tenant's weight, and its throttle keys.
 *
 * @param fairnessKey the tenant it belongs to
 * @param weight the tenant's share, 1 to 2^32-1; the newest message's weight applies to the tenant
 * @param throttleKeys the token buckets that must each give a token; one that is named twice still gives one
 * @param fallback what replaced the queue's script
 */
public record Scheduling(String fairnessKey, long weight, List<String> throttleKeys, Fallback fallback) {
    public static final String DEFAULT_KEY = "default";
    public static final long MAX_WEIGHT = 0xFFFF_FFFFL;
    public static final Scheduling DEFAULT = new Scheduling(DEFAULT_KEY, 1, List.of());

    /** What replaces a script that failed or is bypassed. */
    public enum Fallback {
        /** Nothing: the script decided, or there is none. */
        NONE,
        /** The default key, weight 1, no throttles. */
        DEFAULTS,
        /** The script's last result for the same headers. */
        LAST_GOOD
    }

    public Scheduling(String fairnessKey, long weight, List<String> throttleKeys) {
        this(fairnessKey, weight, throttleKeys, Fallback.NONE);
    }

    public Scheduling {
        throttleKeys =
                throttleKeys.size() > 1 ? throttleKeys.stream().distinct().toList() : List.copyOf(throttleKeys);
    }

    /** The same for another tenant. */
    public Scheduling of(String tenant) {
        return new Scheduling(tenant, weight, throttleKeys, fallback);
    }

    /** The same, given by a fallback. */
    public Scheduling by(Fallback other) {
        return new Scheduling(fairnessKey, weight, throttleKeys, other);
    }

    public boolean isFallback() {
        return fallback != Fallback.NONE;
    }
}
