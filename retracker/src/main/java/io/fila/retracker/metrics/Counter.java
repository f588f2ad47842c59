package io.fila.retracker.metrics;

import java.util.concurrent.atomic.LongAdder;

/** A number that grows. Any thread may add to it. */
public final class Counter {
    private final LongAdder value = new LongAdder();

    Counter() {}

    public void increment() {
        value.increment();
    }

    public long value() {
        return value.sum();
    }
}
