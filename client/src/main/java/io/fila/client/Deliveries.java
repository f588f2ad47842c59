package io.fila.client;

import io.fila.client.error.CallCancelled;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.FilaException;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A stream of deliveries from one queue, in the order in which the broker chose them. Any number of threads may take
 * from it; each delivery goes to one of them.
 *
 * <p>At most {@link ClientOptions#prefetchMessages()} deliveries wait in it: the broker is asked for more only as they
 * are taken, so a slow consumer is felt by the broker and never by the heap.
 */
public final class Deliveries implements Iterable<Delivery>, AutoCloseable {
    static final int WITHOUT_END = 0;

    private final Connection connection;
    private final String queue;
    private final ClientCall<ConsumeRequest, ConsumeResponse> call;
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Has room for everything that was asked for, and for the {@link End} after it. */
    private final BlockingQueue<Object> arrived;

    private final AtomicLong taken = new AtomicLong();
    private final int refillMessages;
    private volatile boolean closed;

    /** The last element: why there will be no more. No failure means that the stream was closed. */
    private record End(@Nullable FilaException failure) {}

    private Deliveries(Connection connection, String queue, int prefetchMessages, int maxMessages) {
        this.connection = connection;
        this.queue = queue;
        arrived = new ArrayBlockingQueue<>(prefetchMessages + 1);
        refillMessages = Math.max(1, prefetchMessages / 2);
        call = connection.stream(FilaServiceGrpc.getConsumeMethod(), new Subject.Queue(queue), new Arrival());
        call.request(prefetchMessages);
        call.sendMessage(ConsumeRequest.newBuilder()
                .setQueue(queue)
                .setMaxMessages(maxMessages)
                .build());
        call.halfClose();
    }

    /** Opens the stream, and returns when the broker has accepted it. */
    static Deliveries open(Connection connection, String queue, int prefetchMessages, int maxMessages) {
        Deliveries deliveries = new Deliveries(connection, queue, prefetchMessages, maxMessages);
        deliveries.awaitOpen();
        return deliveries;
    }

    /** Waits for the next delivery; null if the time passed, or if the stream was closed here or ended by the broker. */
    public @Nullable Delivery poll(Duration timeout) throws InterruptedException {
        return taken(arrived.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** Waits for the next delivery; null if the stream was closed here or ended by the broker. */
    public @Nullable Delivery take() throws InterruptedException {
        return taken(arrived.take());
    }

    /** Waits for each next delivery until the stream ends; for one thread. */
    @Override
    public Iterator<Delivery> iterator() {
        return new UntilEnd();
    }

    /** Ends the stream. What was not taken stays leased until its visibility timeout. */
    @Override
    public void close() {
        closed = true;
        call.cancel("Closed by the consumer", null);
    }

    private @Nullable Delivery taken(@Nullable Object element) {
        if (element instanceof Delivery delivery && !closed) {
            if (taken.incrementAndGet() % refillMessages == 0) {
                call.request(refillMessages);
            }
            return delivery;
        }
        if (element instanceof End end) {
            // Back in its place, for every other thread that takes.
            arrived.add(end);
            if (end.failure() != null) {
                throw end.failure();
            }
        }
        return null;
    }

    private void awaitOpen() {
        try {
            if (!opened.await(connection.options().callTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                close();
                throw new CallTimedOut("The broker did not open a stream of queue \"" + queue + "\" in time", null);
            }
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new CallCancelled("Interrupted while opening a stream of queue \"" + queue + "\"", e);
        }
        if (arrived.peek() instanceof End end && end.failure() != null) {
            end.failure().fillInStackTrace();
            throw end.failure();
        }
    }

    /** What the broker sends, on the connection's event loop. */
    private final class Arrival extends ClientCall.Listener<ConsumeResponse> {
        @Override
        public void onHeaders(Metadata headers) {
            opened.countDown();
        }

        @Override
        public void onMessage(ConsumeResponse response) {
            if (response.hasMessage()) {
                arrived.add(new Delivery(connection, queue, response.getMessage()));
            } else {
                call.request(1);
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            boolean expected = closed || status.isOk();
            arrived.add(new End(expected ? null : connection.failure(status, trailers, new Subject.Queue(queue))));
            opened.countDown();
        }
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
