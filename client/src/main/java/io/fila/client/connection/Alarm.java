package io.fila.client.connection;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer with one thread, which starts with the first alarm. What it runs must not block. */
public final class Alarm implements AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    Alarm() {
        executor = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, "fila-client-alarm");
                    thread.setDaemon(true);
                    return thread;
                },
                // Once the client is closed there is nothing to wait for.
                new ThreadPoolExecutor.DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
    }

    public Future<?> after(Duration delay, Runnable action) {
        return executor.schedule(() -> Callback.run(action), Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
