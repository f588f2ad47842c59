package io.fila.benchmarks.quick;

/**
 * What was measured of one contender.
 *
 * @param enqueues W1: confirmed messages of 1 KB, 1000 outstanding
 * @param lives W2: messages enqueued, delivered and acked
 * @param p50Millis W4: from the moment a message was to be sent until it was received, at 200 a second; half were faster
 * @param p99Millis the same; 99 of 100 were faster
 */
record Figures(
        String contender,
        String durability,
        Throughput enqueues,
        Throughput lives,
        double p50Millis,
        double p99Millis) {}
