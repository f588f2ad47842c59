package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A consumer that sees everything of its stream: headers, messages, the end; and that reads only what it asks for. */
public final class ConsumerProbe extends ClientCall.Listener<ConsumeResponse> {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ClientCall<ConsumeRequest, ConsumeResponse> call;
    private final CompletableFuture<Metadata> headers = new CompletableFuture<>();
    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private final BlockingQueue<ConsumeResponse> messages = new LinkedBlockingQueue<>();

    private ConsumerProbe(ClientCall<ConsumeRequest, ConsumeResponse> call) {
        this.call = call;
    }

    /** Opens a stream and waits for nothing. */
    public static ConsumerProbe openWithoutReading(Channel channel, ConsumeRequest request) {
        ConsumerProbe probe =
                new ConsumerProbe(channel.newCall(FilaServiceGrpc.getConsumeMethod(), CallOptions.DEFAULT));
        probe.call.start(probe, new Metadata());
        probe.call.sendMessage(request);
        probe.call.halfClose();
        return probe;
    }

    /** Opens a stream that reads all there is, and waits until the broker has answered. */
    public static ConsumerProbe open(Channel channel, ConsumeRequest request) {
        ConsumerProbe probe = openWithoutReading(channel, request);
        probe.call.request(Integer.MAX_VALUE);
        probe.awaitHeaders();
        return probe;
    }

    public Metadata awaitHeaders() {
        return await(headers);
    }

    public Status awaitEnd() {
        return await(end);
    }

    public void read(int count) {
        call.request(count);
    }

    public ConsumeResponse next() {
        try {
            ConsumeResponse next = messages.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(next).as("a delivery within %s", PATIENCE).isNotNull();
            return next;
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    public List<ConsumeResponse> next(int count) {
        List<ConsumeResponse> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.add(next());
        }
        return taken;
    }

    public int waiting() {
        return messages.size();
    }

    public void cancel() {
        call.cancel("The test is done with this stream.", null);
    }

    @Override
    public void onHeaders(Metadata received) {
        headers.complete(received);
    }

    @Override
    public void onMessage(ConsumeResponse message) {
        messages.add(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        headers.completeExceptionally(status.asException());
        end.complete(status);
    }

    private static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }
}
