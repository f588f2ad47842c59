package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client that sees everything of its stream: headers, messages, the end; and that reads only what it asks for. */
public class StreamProbe<Q, R> extends ClientCall.Listener<R> {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ClientCall<Q, R> call;
    private final CompletableFuture<Metadata> headers = new CompletableFuture<>();
    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private final BlockingQueue<R> messages = new LinkedBlockingQueue<>();

    StreamProbe(Channel channel, MethodDescriptor<Q, R> method) {
        this.call = channel.newCall(method, CallOptions.DEFAULT);
        call.start(this, new Metadata());
    }

    /** Opens a stream that reads all there is. */
    public static <Q, R> StreamProbe<Q, R> open(Channel channel, MethodDescriptor<Q, R> method) {
        StreamProbe<Q, R> probe = new StreamProbe<>(channel, method);
        probe.read(Integer.MAX_VALUE);
        return probe;
    }

    public void send(Q message) {
        call.sendMessage(message);
    }

    public void halfClose() {
        call.halfClose();
    }

    /** Whether the transport takes more without queueing it. */
    public boolean isReady() {
        return call.isReady();
    }

    public Metadata awaitHeaders() {
        return await(headers);
    }

    /** Whether headers came by themselves, and not with the end. */
    public boolean hasHeaders() {
        return headers.isDone() && !headers.isCompletedExceptionally();
    }

    public Status awaitEnd() {
        return await(end);
    }

    public void read(int count) {
        call.request(count);
    }

    public R next() {
        try {
            R next = messages.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(next).as("a message within %s", PATIENCE).isNotNull();
            return next;
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    public List<R> next(int count) {
        List<R> taken = new ArrayList<>();
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
    public void onMessage(R message) {
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
