package io.fila.client.admin;

/**
 * One token bucket.
 *
 * @param tokens tokens in the bucket now
 * @param burst the most tokens the bucket holds
 */
public record ThrottleStats(String key, double tokens, double ratePerSecond, double burst) {}
