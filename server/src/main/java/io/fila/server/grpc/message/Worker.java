package io.fila.server.grpc.message;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Work that several threads ask for and one at a time does: whoever finds nobody at it does it, with what is asked for
 * meanwhile, and nobody waits. Any thread.
 */
final class Worker {
    private final BooleanSupplier work;
    private final Consumer<RuntimeException> onFailure;
    private final AtomicInteger signals = new AtomicInteger();

    /**
     * A worker that has nothing to do yet.
     *
     * @param work does what can be done; false if it has handed over
     * @param onFailure told when the work fails; then there should be none left to do
     */
    Worker(BooleanSupplier work, Consumer<RuntimeException> onFailure) {
        this.work = work;
        this.onFailure = onFailure;
    }

    void signal() {
        if (signals.getAndIncrement() == 0) {
            work();
        }
    }

    /** Lets another thread carry on, beginning with what is given. Only from within the work; false if there is no other. */
    boolean handOver(Executor threads, Runnable first) {
        try {
            threads.execute(() -> {
                guarded(() -> {
                    first.run();
                    return true;
                });
                work();
            });
            return true;
        } catch (RejectedExecutionException closing) {
            return false;
        }
    }

    private void work() {
        int seen = signals.get();
        while (seen != 0) {
            if (!guarded(work)) {
                return;
            }
            seen = signals.addAndGet(-seen);
        }
    }

    private boolean guarded(BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (RuntimeException failure) {
            onFailure.accept(failure);
            return true;
        }
    }
}
