package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Contender;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** What consumers do with a message: tell of it, and wait as long as its handling takes. They burn no processor time. */
final class Work implements Contender.Receiver {
    private final long handlingNanos;
    private final Listener listener;
    private final LongAdder handled = new LongAdder();

    /** Told of each message the moment a handler has it. */
    interface Listener {
        void handled(Stamp stamp, long nowNanos);
    }

    Work(Duration handling, Listener listener) {
        handlingNanos = handling.toNanos();
        this.listener = listener;
    }

    @Override
    public void receive(byte[] payload) {
        long nowNanos = System.nanoTime();
        handled.increment();
        listener.handled(Stamp.of(payload), nowNanos);
        Pause.until(nowNanos + handlingNanos);
    }

    long handled() {
        return handled.sum();
    }
}
