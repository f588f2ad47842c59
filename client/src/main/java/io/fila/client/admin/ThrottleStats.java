package io.fila.client.admin;

/**
 * One token bucket.
 *
 * @param tokens tokens in the bucket now
 * @param burst tokens the bucket holds at most
 */
public record ThrottleStats(String key, double tokens, double ratePerSecond, double burst) {}
