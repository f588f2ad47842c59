package io.fila.retracker.stats;

/**
 * A job that waits for its time.
 *
 * @param peer the id of the client it is for, in hexadecimal digits
 */
public record ScheduledStats(String hash, String peer, String forwarder, long timeToExecMillis) {}
