package io.fila.server.script;

import io.fila.core.queue.QueueName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run scripts. What is asked for one queue is done in order, one after the other; queues take turns, so a
 * script that burns its time delays its own queue. Any thread.
 */
public final class ScriptThreads implements AutoCloseable {
    private static final int THREADS = 4;

    /** Calls of one queue that may wait for its scripts; at the limit further ones are refused. */
    static final int WAITING_PER_QUEUE = 10_000;

    /** Calls of one queue done before another queue has its turn. */
    static final int SLICE = 64;

    private static final long PATIENCE_MILLIS = 500;

    private final ExecutorService threads = Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().name("fila-script-", 0).daemon().factory());
    private final Map<QueueName, ScriptLine> lines = new ConcurrentHashMap<>();

    /** Lets work of a queue join its line; false if the line is full or the broker is closing. */
    public boolean submit(QueueName queue, Runnable work) {
        boolean[] taken = {false};
        try {
            lines.compute(queue, (name, known) -> {
                ScriptLine line = known == null ? new ScriptLine(threads, () -> forget(name)) : known;
                taken[0] = line.add(work);
                return line;
            });
        } catch (RejectedExecutionException closing) {
            return false;
        }
        return taken[0];
    }

    /** True if nothing waits for a script and none runs. */
    public boolean areIdle() {
        return lines.isEmpty();
    }

    /** Forgets a line that has run empty; work that joins it meanwhile keeps it. */
    private void forget(QueueName queue) {
        lines.computeIfPresent(queue, (name, line) -> line.isIdle() ? null : line);
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
