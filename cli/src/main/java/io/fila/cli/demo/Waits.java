package io.fila.cli.demo;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long tenants have waited recently: an exponentially weighted mean. Thread-safe. */
final class Waits {
    private static final double WEIGHT_OF_THE_NEWEST = 0.2;

    private final Map<String, Double> means = new ConcurrentHashMap<>();

    void add(String queue, String tenant, Duration waited) {
        double millis = Math.max(0, waited.toNanos() / 1e6);
        means.merge(key(queue, tenant), millis, (mean, newest) -> mean + WEIGHT_OF_THE_NEWEST * (newest - mean));
    }

    /** In milliseconds; 0 if nothing has come yet. */
    long millis(String queue, String tenant) {
        return Math.round(means.getOrDefault(key(queue, tenant), 0.0));
    }

    private static String key(String queue, String tenant) {
        return queue + "/" + tenant;
    }
}
