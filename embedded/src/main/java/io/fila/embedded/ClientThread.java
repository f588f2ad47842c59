package io.fila.embedded;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/** The thread that brings the broker's answers to the client: in order, and never during one of the client's own calls. */
final class ClientThread implements Executor, AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("fila-client").daemon().factory());
    private final AtomicLong underWay = new AtomicLong();

    @Override
    public void execute(Runnable work) {
        underWay.incrementAndGet();
        try {
            thread.execute(() -> run(work));
        } catch (RejectedExecutionException closed) {
            // A call that comes too late waits for its refusal all the same.
            run(work);
        }
    }

    private void run(Runnable work) {
        try {
            work.run();
        } finally {
            underWay.decrementAndGet();
        }
    }

    /** True if the client has heard everything. */
    boolean isIdle() {
        return underWay.get() == 0;
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
