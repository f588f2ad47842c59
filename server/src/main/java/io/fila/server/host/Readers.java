package io.fila.server.host;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The threads that read pages and bodies. Thread-safe. */
final class Readers implements Executor {
    /** More would only queue up at the disk. */
    private static final int THREADS = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().name("fila-reader-", 0).daemon().factory());
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong done = new AtomicLong();

    @Override
    public void execute(Runnable reading) {
        asked.incrementAndGet();
        try {
            threads.execute(() -> read(reading));
        } catch (RejectedExecutionException closing) {
            done.incrementAndGet();
            throw closing;
        }
    }

    private void read(Runnable reading) {
        try {
            reading.run();
        } finally {
            done.incrementAndGet();
        }
    }

    /** How often they were asked. */
    long asked() {
        return asked.get();
    }

    boolean areIdle() {
        return done.get() == asked.get();
    }

    /** Takes no more work. */
    void shutdown() {
        threads.shutdown();
    }

    boolean awaitEnd(Duration patience) throws InterruptedException {
        return threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
}
