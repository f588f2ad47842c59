package io.fila.client;

import io.fila.client.connection.Callback;
import io.fila.client.connection.Connection;
import io.fila.client.connection.Guard;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.FilaException;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream of deliveries from one queue, in the order in which the broker chose them. Any number of threads may take from it;
 * each delivery goes to one of them.
 *
 * <p>Deliveries wait here for at most about {@link ClientOptions#prefetchTime()}. Besides one for each waiting thread, at most
 * {@link ClientOptions#prefetchMessages()} wait. The client asks for more only as they are taken, so a slow consumer never fills
 * the heap. A delivery whose lease ends while it waits is not handed out.
 *
 * <p>When the connection breaks, the stream reconnects by itself ({@link ClientOptions#reconnect()}). Deliveries that were taken
 * can still be acked or nacked afterwards, as long as their leases last.
 */
public final class Deliveries implements Iterable<Delivery>, AutoCloseable {
    static final long WITHOUT_END = Long.MAX_VALUE;

    private final String queue;
    private final ConsumerSession session;
    private final Runnable forget;

    private Deliveries(Connection connection, String queue, ConsumerSession session) {
        this.queue = queue;
        this.session = session;
        forget = connection.whenClosed(session::abandon);
    }

    /** Opens the stream, and returns when the broker has accepted it. */
    static Deliveries open(Connection connection, String queue, long maxMessages) {
        ConsumerSession session = new ConsumerSession(connection, queue, maxMessages);
        Deliveries deliveries = new Deliveries(connection, queue, session);
        try {
            deliveries.await(session.open(), connection.options().callTimeout());
        } catch (FilaException | IllegalStateException failure) {
            deliveries.forget.run();
            session.abandon();
            throw failure;
        }
        return deliveries;
    }

    /** Waits for the next delivery; null if the time passed, or if the stream was closed here or ended by the broker. */
    public @Nullable Delivery poll(Duration timeout) throws InterruptedException {
        return session.take(timeout.toNanos());
    }

    /** Waits for the next delivery; null if the stream was closed here or ended by the broker. */
    public @Nullable Delivery take() throws InterruptedException {
        return session.take(Guard.FOR_EVER_NANOS);
    }

    /** Waits for each next delivery until the stream ends; for one thread. */
    @Override
    public Iterator<Delivery> iterator() {
        return new UntilEnd();
    }

    /**
     * Ends the stream. Deliveries that were taken can still be acked or nacked; the others return to their queue with one more
     * attempt.
     */
    @Override
    public void close() {
        forget.run();
        session.close();
    }

    /** From now on also asks for a message for each free worker of a pool. */
    void serve(IntSupplier freeWorkers) {
        session.serve(freeWorkers);
    }

    /** There are more free workers than there were. */
    void workersCameFree() {
        session.workersCameFree();
    }

    private void await(CompletableFuture<@Nullable Void> opened, Duration timeout) {
        if (!opened.isDone()) {
            Callback.refuseToWait();
        }
        try {
            opened.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FilaException failure) {
                failure.fillInStackTrace();
                throw failure;
            }
            throw new IllegalStateException("Expected a stream to fail with a FilaException", e.getCause());
        } catch (TimeoutException e) {
            throw new CallTimedOut("The broker did not open a stream of queue \"" + queue + "\" in time", null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelled("Interrupted while opening a stream of queue \"" + queue + "\"", e);
        }
    }

    @Override
    public String toString() {
        return "Deliveries[" + queue + "]";
    }

    private final class UntilEnd implements Iterator<Delivery> {
        private @Nullable Delivery next;

        @Override
        public boolean hasNext() {
            if (next == null) {
                try {
                    next = take();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new CallCancelled("Interrupted while waiting for a message of queue \"" + queue + "\"", e);
                }
            }
            return next != null;
        }

        @Override
        public Delivery next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException("The stream of queue \"" + queue + "\" has ended");
            }
            Delivery delivery = next;
            next = null;
            return delivery;
        }
    }
}
