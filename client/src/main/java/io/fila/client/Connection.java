package io.fila.client;

import io.fila.client.error.CallCancelled;
import io.fila.client.error.FilaException;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One broker, as calls see it: where it is, who is calling, how long to wait. Safe for use by many threads. */
final class Connection implements AutoCloseable {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final Transport transport;
    private final ManagedChannel channel;
    private final Address address;
    private final @Nullable String authorization;
    private final Duration callTimeout;

    Connection(ClientOptions options, Transport transport) {
        this.transport = transport;
        channel = transport.channel();
        address = options.address();
        authorization = options.apiKey() == null ? null : "Bearer " + options.apiKey();
        callTimeout = options.callTimeout();
    }

    /** Sends a unary call. Cancelling the returned future cancels the call; it fails with a {@link FilaException}. */
    <Q, R, T extends @Nullable Object> CompletableFuture<T> send(
            MethodDescriptor<Q, R> rpc, Q request, Subject subject, Function<R, T> result) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(callTimeout.toNanos(), TimeUnit.NANOSECONDS);
        return Reply.to(request, headers(), channel.newCall(rpc, options), this, subject, result);
    }

    /** Makes a unary call and waits for its answer. */
    <Q, R> R call(MethodDescriptor<Q, R> rpc, Q request, Subject subject) {
        return await(send(rpc, request, subject, answer -> answer));
    }

    /** Opens a call that has no deadline of its own, for streams. */
    <Q, R> ClientCall<Q, R> stream(MethodDescriptor<Q, R> rpc, ClientCall.Listener<R> listener) {
        ClientCall<Q, R> call = channel.newCall(rpc, CallOptions.DEFAULT);
        call.start(listener, headers());
        return call;
    }

    /** What the end of a call that was not OK means. */
    FilaException failure(Status status, Metadata trailers, Subject subject) {
        return new Refusal(status, trailers, subject, address).exception();
    }

    Duration callTimeout() {
        return callTimeout;
    }

    /** Waits for an answer; its failure is rethrown with the stack of the thread that waits. */
    static <T extends @Nullable Object> T await(CompletableFuture<T> reply) {
        try {
            return reply.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FilaException failure) {
                failure.fillInStackTrace();
                throw failure;
            }
            throw new IllegalStateException("Expected a call to fail with a FilaException", e.getCause());
        } catch (InterruptedException e) {
            reply.cancel(true);
            Thread.currentThread().interrupt();
            throw new CallCancelled("Interrupted while waiting for the broker", e);
        }
    }

    @Override
    public void close() {
        transport.close();
    }

    private Metadata headers() {
        Metadata headers = new Metadata();
        if (authorization != null) {
            headers.put(AUTHORIZATION, authorization);
        }
        return headers;
    }
}
