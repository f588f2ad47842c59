package io.fila.server.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Spans that wait to be sent, as many as there is room for; others are lost and counted. Any thread. */
final class SpanBuffer {
    /** Spans that may wait. */
    static final int SPANS = 10_000;

    private final ArrayBlockingQueue<Span> waiting = new ArrayBlockingQueue<>(SPANS);
    private final AtomicLong lost = new AtomicLong();

    void add(Span span) {
        if (!waiting.offer(span)) {
            lost.incrementAndGet();
        }
    }

    /** The oldest ones, which no longer wait. */
    List<Span> take(int most) {
        List<Span> taken = new ArrayList<>();
        waiting.drainTo(taken, most);
        return taken;
    }

    /** How many were lost since the last time. */
    long takeLost() {
        return lost.getAndSet(0);
    }
}
