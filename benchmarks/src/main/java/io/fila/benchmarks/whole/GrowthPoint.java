package io.fila.benchmarks.whole;

/**
 * What lives of messages cost when there is more of something.
 *
 * @param axis what there is more of
 * @param size how much of it
 * @param heapBytes what each of it takes on the broker's heap; NaN where that was not looked at
 */
record GrowthPoint(String axis, long size, Throughput lives, double heapBytes) {}
