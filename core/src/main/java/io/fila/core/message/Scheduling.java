package io.fila.core.message;

import java.util.List;

/**
 * What decides when a message is delivered: its tenant, the tenant's weight, and the limits it must pass.
 *
 * @param fairnessKey the tenant it belongs to
 * @param weight the tenant's share, 1 to 2^32-1; the newest message's weight is the tenant's
 * @param throttleKeys the token buckets that must each give a token; one that is named twice still gives one
 */
public record Scheduling(String fairnessKey, long weight, List<String> throttleKeys) {
    public static final String DEFAULT_KEY = "default";
    public static final long MAX_WEIGHT = 0xFFFF_FFFFL;
    public static final Scheduling DEFAULT = new Scheduling(DEFAULT_KEY, 1, List.of());

    public Scheduling {
        throttleKeys =
                throttleKeys.size() > 1 ? throttleKeys.stream().distinct().toList() : List.copyOf(throttleKeys);
    }
}
