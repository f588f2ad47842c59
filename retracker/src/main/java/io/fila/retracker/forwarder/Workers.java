package io.fila.retracker.forwarder;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The workers: how many jobs of prompt forwarders are done at once. Any thread may call it.
 *
 * <p>A worker is with a job until the forwarder answers, or until it has taken too long to be called prompt. From then on,
 * and for all its jobs until it is prompt again, it is waited for without a worker: so forwarders that hang, however many,
 * hold up nobody but themselves. How many of its jobs are under way is limited by the queue, for each forwarder.
 */
final class Workers implements AutoCloseable {
    private static final long STEP_MILLIS = 1_000;

    private final int base;
    private final int most;
    private final WorkerSignal signal;
    private final DoubleSupplier fillPercent;
    private final Semaphore idle;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("retracker-workers").factory());
    private int size;

    /** Workers that end after their job. */
    private int leaving;

    /**
     * @param fillPercent how full the queue is
     */
    Workers(int base, int most, WorkerSignal signal, DoubleSupplier fillPercent) {
        this.base = base;
        this.most = most;
        this.signal = signal;
        this.fillPercent = fillPercent;
        size = base;
        idle = new Semaphore(base, true);
    }

    void start() {
        var _ = timer.scheduleAtFixedRate(
                () -> adjust(fillPercent.getAsDouble()), STEP_MILLIS, STEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Call it every second. */
    synchronized void adjust(double fill) {
        switch (signal.of(fill)) {
            case MORE -> {
                if (size < most) {
                    size++;
                    comeBack();
                }
            }
            case FEWER -> {
                if (size > base) {
                    size--;
                    leaving += idle.tryAcquire() ? 0 : 1;
                }
            }
            case STAY -> {}
        }
    }

    private synchronized void comeBack() {
        if (leaving > 0) {
            leaving--;
        } else {
            idle.release();
        }
    }

    synchronized int size() {
        return size;
    }

    /** Waits for a worker if the forwarder needs one. */
    Stint begin(Exchanges forwarder) throws InterruptedException {
        if (!forwarder.isPrompt()) {
            return without();
        }
        idle.acquire();
        Stint stint = new Stint(forwarder);
        stint.watch();
        return stint;
    }

    /** For a job that needs no worker. */
    Stint without() {
        return new Stint(null);
    }

    /** How long a worker has been busy with one job. */
    final class Stint implements AutoCloseable {
        private final AtomicBoolean over;
        private @Nullable Future<?> patience;
        private final @Nullable Exchanges forwarder;

        private Stint(@Nullable Exchanges forwarder) {
            this.forwarder = forwarder;
            over = new AtomicBoolean(forwarder == null);
        }

        private void watch() {
            patience = timer.schedule(this::giveUp, Exchanges.PROMPT.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void giveUp() {
            if (forwarder != null && !over.get()) {
                forwarder.late();
            }
            close();
        }

        @Override
        public void close() {
            if (!over.getAndSet(true)) {
                comeBack();
            }
            if (patience != null) {
                patience.cancel(false);
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
