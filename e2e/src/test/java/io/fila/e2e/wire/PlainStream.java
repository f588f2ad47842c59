package io.fila.e2e.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.Message;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A Consume call with everything about it in sight: its headers, its messages, its end. Any thread. */
public final class PlainStream implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ClientCall<ConsumeRequest, ConsumeResponse> call;
    private final BlockingQueue<Message> arrived = new LinkedBlockingQueue<>();
    private final CompletableFuture<Metadata> headers = new CompletableFuture<>();
    private final CompletableFuture<Status> end = new CompletableFuture<>();

    private PlainStream(ClientCall<ConsumeRequest, ConsumeResponse> call) {
        this.call = call;
    }

    static PlainStream open(Channel channel, String queue, int messages) {
        PlainStream stream = new PlainStream(channel.newCall(FilaServiceGrpc.getConsumeMethod(), CallOptions.DEFAULT));
        stream.call.start(stream.new Arrival(), new Metadata());
        stream.call.sendMessage(ConsumeRequest.newBuilder().setQueue(queue).build());
        stream.call.halfClose();
        if (messages > 0) {
            stream.call.request(messages);
        }
        return stream;
    }

    /** Waits for the response headers: the broker has accepted the stream. */
    public PlainStream awaitHeaders() throws InterruptedException {
        assertThat(get(headers)).isNotNull();
        return this;
    }

    /** Reads on. */
    public void request(int messages) {
        call.request(messages);
    }

    /** Waits for the next message. */
    public Message next() throws InterruptedException {
        Message message = poll(PATIENCE);
        assertThat(message)
                .as("a message within %s; the stream's end: %s", PATIENCE, end)
                .isNotNull();
        return Objects.requireNonNull(message);
    }

    public List<Message> next(int count) throws InterruptedException {
        List<Message> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            messages.add(next());
        }
        return messages;
    }

    /** Waits for a message so long; null if none came. */
    public @Nullable Message poll(Duration timeout) throws InterruptedException {
        return arrived.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits for the end of the stream. */
    public Status awaitEnd() throws InterruptedException {
        return get(end);
    }

    public boolean isOver() {
        return end.isDone();
    }

    /** Cancels the call. */
    @Override
    public void close() {
        call.cancel("closed by the test", null);
    }

    private static <T> T get(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new AssertionError("Expected an answer of the broker on a stream but got none", failure);
        }
    }

    private final class Arrival extends ClientCall.Listener<ConsumeResponse> {
        @Override
        public void onHeaders(Metadata received) {
            headers.complete(received);
        }

        @Override
        public void onMessage(ConsumeResponse response) {
            if (response.hasMessage()) {
                arrived.add(response.getMessage());
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            end.complete(status);
            headers.completeExceptionally(status.asRuntimeException(trailers));
        }
    }
}
