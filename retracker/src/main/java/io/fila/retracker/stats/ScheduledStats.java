package io.fila.retracker.stats;

/** A job that waits for its time. */
public record ScheduledStats(String hash, String forwarder, long timeToExecMillis) {}
