package io.fila.embedded;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread on which the client hears from the broker: in order, and never in the middle of a call of its own. */
final class ClientThread implements Executor, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClientThread.class);

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("fila-client").daemon().factory());
    private final AtomicLong underWay = new AtomicLong();

    @Override
    public void execute(Runnable work) {
        underWay.incrementAndGet();
        try {
            thread.execute(() -> run(work));
        } catch (RejectedExecutionException closed) {
            underWay.decrementAndGet();
            log.debug("The client is closed and hears no more.");
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
