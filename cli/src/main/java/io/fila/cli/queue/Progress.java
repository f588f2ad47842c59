package io.fila.cli.queue;

import io.fila.cli.session.Session;
import io.fila.client.error.FilaException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Shows on a terminal, during a call, how many messages a queue still has. */
final class Progress implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final Thread thread;

    private Progress(Thread thread) {
        this.thread = thread;
    }

    /** Watches the depth of a queue; where no person looks, nothing is said. */
    static Progress of(String queue, Session session) {
        return session.terminal().isInteractive()
                ? watch(() -> session.admin().stats(queue).depth(), EVERY, session::hint)
                : new Progress(Thread.ofPlatform().unstarted(() -> {}));
    }

    static Progress watch(LongSupplier left, Duration every, Consumer<String> teller) {
        return new Progress(Thread.ofPlatform().daemon().name("fila-progress").start(() -> tell(left, every, teller)));
    }

    private static void tell(LongSupplier left, Duration every, Consumer<String> teller) {
        try {
            while (true) {
                Thread.sleep(every);
                teller.accept(left.getAsLong() + " pending …");
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (FilaException notTold) {
            // The command itself says what is wrong.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            boolean _ = thread.getState() == Thread.State.NEW || thread.join(FAREWELL);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
