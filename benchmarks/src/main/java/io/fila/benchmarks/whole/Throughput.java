package io.fila.benchmarks.whole;

/**
 * How fast something went, and what it cost.
 *
 * @param perSecond messages a second by the wall; on a busy machine, as fast as the others let it be
 * @param brokerMicros processor time of the broker a message, which hardly depends on who else is busy
 * @param clientMicros the same of the client
 */
public record Throughput(double perSecond, double brokerMicros, double clientMicros) {}
