package io.fila.server.host;

/**
 * A broker that has nothing to do until a moment comes or somebody asks for something. Two equal ones mean that nothing
 * happened in between.
 *
 * @param turns how many the broker has made
 * @param reads how many were asked of the readers
 * @param untilNanos when something is due
 */
public record Rest(long turns, long reads, long untilNanos) {}
