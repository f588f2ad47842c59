package io.fila.benchmarks.whole;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;

/** Many calls that wait for their answers, a number of them at a time. */
final class AtOnce {
    private static final int CALLS = 128;

    private AtOnce() {}

    /** Makes a call for each number below a count, and returns when all of them are answered. */
    static void run(int count, IntConsumer call) {
        Semaphore room = new Semaphore(CALLS);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                int number = i;
                room.acquireUninterruptibly();
                threads.execute(() -> {
                    try {
                        call.accept(number);
                    } finally {
                        room.release();
                    }
                });
            }
        }
    }
}
