package io.fila.benchmarks.whole;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Many calls that wait for their answers, a number of them at a time. */
final class AtOnce {
    private static final int CALLS = 128;

    private AtOnce() {}

    /** Makes a call for each number below a count, and returns when all are answered. The first that fails is the last that is made. */
    static void run(int count, IntConsumer call) {
        Semaphore room = new Semaphore(CALLS);
        AtomicReference<@Nullable RuntimeException> failed = new AtomicReference<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count && failed.get() == null; i++) {
                int number = i;
                room.acquireUninterruptibly();
                threads.execute(() -> {
                    try {
                        call.accept(number);
                    } catch (RuntimeException e) {
                        failed.compareAndSet(null, e);
                    } finally {
                        room.release();
                    }
                });
            }
        }
        RuntimeException first = failed.get();
        if (first != null) {
            throw first;
        }
    }
}
