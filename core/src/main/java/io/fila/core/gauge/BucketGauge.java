package io.fila.core.gauge;

/**
 * A token bucket.
 *
 * @param waiting lanes that wait for its tokens
 */
public record BucketGauge(String key, double tokens, double ratePerSecond, double burst, int waiting) {}
