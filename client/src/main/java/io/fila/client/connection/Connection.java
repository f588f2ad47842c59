package io.fila.client.connection;

import io.fila.client.Address;
import io.fila.client.Backoff;
import io.fila.client.ClientOptions;
import io.fila.client.TraceContext;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.FilaException;
import io.fila.proto.v1.StreamRefusal;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes calls to the broker: knows its address, the caller's key and the timeouts. Thread-safe. */
public final class Connection implements AutoCloseable {
    /** The largest stream frame this client accepts. Without it, a broker sends only what a plain gRPC client accepts. */
    private static final Metadata.Key<String> MAX_FRAME = header("fila-max-frame-bytes");

    private static final Metadata.Key<String> AUTHORIZATION = header("authorization");
    private static final Metadata.Key<String> TRACEPARENT = header(TraceContext.TRACEPARENT);
    private static final Metadata.Key<String> TRACESTATE = header(TraceContext.TRACESTATE);

    private final Transport transport;
    private final ClientOptions options;
    private final Routes routes;
    private final Alarm alarm = new Alarm();

    /** What to close with the client. */
    private final Set<Runnable> open = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    public Connection(ClientOptions options, Transport transport) {
        this.options = options;
        this.transport = transport;
        routes = new Routes(options.addresses());
    }

    public ClientOptions options() {
        return options;
    }

    public Alarm alarm() {
        return alarm;
    }

    /** How long to wait before the next attempt, after this many failures in a row. */
    public Duration backoff(Backoff backoff, int failures) {
        return backoff.pause(failures, ThreadLocalRandom.current().nextDouble());
    }

    /** Sends a unary call. Cancelling the returned future cancels the call; it fails with a {@link FilaException}. */
    public <Q, R, T extends @Nullable Object> CompletableFuture<T> send(
            MethodDescriptor<Q, R> rpc, Q request, Subject subject, Function<R, T> result) {
        return send(rpc, request, subject, deadline(), result);
    }

    private <Q, R, T extends @Nullable Object> CompletableFuture<T> send(
            MethodDescriptor<Q, R> rpc, Q request, Subject subject, CallOptions callOptions, Function<R, T> result) {
        return new Reply<>(this, rpc, request, subject, callOptions, result)
                .start(headers(options.trace().get()));
    }

    private CallOptions deadline() {
        return CallOptions.DEFAULT.withDeadlineAfter(options.callTimeout().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Makes a unary call and waits for its answer. */
    public <Q, R> R call(MethodDescriptor<Q, R> rpc, Q request, Subject subject) {
        return await(send(rpc, request, subject, answer -> answer));
    }

    /** Makes a unary call without a deadline; only a broken connection ends it early. */
    public <Q, R> R work(MethodDescriptor<Q, R> rpc, Q request, Subject subject) {
        return await(send(rpc, request, subject, CallOptions.DEFAULT, answer -> answer));
    }

    /** Opens a call without a deadline, for streams. Retries a broken connection at once, not when gRPC would. */
    public <Q, R> ClientCall<Q, R> stream(
            MethodDescriptor<Q, R> rpc, Subject subject, ClientCall.Listener<R> listener) {
        Address called = route(subject);
        ManagedChannel channel = transport.channel(called);
        channel.resetConnectBackoff();
        ClientCall<Q, R> call = channel.newCall(rpc, CallOptions.DEFAULT);
        Metadata headers = headers(null);
        headers.put(MAX_FRAME, Integer.toString(Transport.MAX_ANSWER_BYTES));
        call.start(
                Callback.of(new SimpleForwardingClientCallListener<R>(listener) {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        unreached(called, status, trailers);
                        super.onClose(status, trailers);
                    }
                }),
                headers);
        return call;
    }

    /** Where calls about something go now. */
    Address route(Subject subject) {
        return routes.to(subject.queue());
    }

    <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> rpc, Address called, CallOptions callOptions) {
        return transport.channel(called).newCall(rpc, callOptions);
    }

    /** Learns from the end of a call whether its node can't be reached; true if there is another one to turn to. */
    boolean unreached(Address called, Status status, Metadata trailers) {
        if (status.getCode() != Status.Code.UNAVAILABLE || trailers.containsKey(Routes.LEADER)) {
            return false;
        }
        routes.leave(called);
        return routes.size() > 1;
    }

    /** How many nodes there are to turn to. */
    int nodes() {
        return routes.size();
    }

    /** Learns from the end of a stream where the next one goes. True if that is elsewhere, and can be opened at once. */
    public boolean goesElsewhere(Status status, Metadata trailers, Subject subject) {
        return redirected(status, trailers, subject)
                || (status.getCode() == Status.Code.UNAVAILABLE && routes.size() > 1);
    }

    /**
     * Learns from the end of a call where its subject is to be found. True if the broker named another place, where the
     * call can be repeated at once: it was not carried out.
     */
    boolean redirected(Status status, Metadata trailers, Subject subject) {
        return status.getCode() == Status.Code.UNAVAILABLE && routes.learn(subject.queue(), trailers);
    }

    /** The exception for a call that did not end with OK. */
    public FilaException failure(Status status, Metadata trailers, Subject subject) {
        if (closed) {
            return new CallCancelled("The client was closed", status.asRuntimeException(trailers));
        }
        return Refusal.of(status, trailers, subject, routes.to(subject.queue())).exception();
    }

    /** The exception for the refusal of one item of a stream. */
    public FilaException failure(StreamRefusal refusal, Subject subject) {
        return Refusal.of(refusal, subject, routes.to(subject.queue())).exception();
    }

    /** Registers something to close with this connection, at once if it is already closed. Returns how to unregister it. */
    public Runnable whenClosed(Runnable end) {
        open.add(end);
        if (closed) {
            end.run();
        }
        return () -> open.remove(end);
    }

    boolean closed() {
        return closed;
    }

    /** Waits for an answer. Rethrows its failure with the stack trace of the waiting thread. */
    public static <T extends @Nullable Object> T await(CompletableFuture<T> reply) {
        if (!reply.isDone()) {
            Callback.refuseToWait();
        }
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

    /** Waits until all of these are answered, at most as long as for a call; not inside a callback. */
    public void awaitLast(List<CompletableFuture<?>> replies) {
        if (Callback.inside()) {
            return;
        }
        try {
            CompletableFuture.allOf(replies.toArray(CompletableFuture<?>[]::new))
                    .get(options.callTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException late) {
            // Whoever asked has been told, and a broker that does not hear of it waits for the end of the lease.
            return;
        }
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(Runnable::run);
        alarm.close();
        transport.close();
    }

    private Metadata headers(@Nullable TraceContext trace) {
        Metadata headers = new Metadata();
        if (options.apiKey() != null) {
            headers.put(AUTHORIZATION, "Bearer " + options.apiKey());
        }
        if (trace != null) {
            headers.put(TRACEPARENT, trace.traceparent());
            if (!trace.tracestate().isEmpty()) {
                headers.put(TRACESTATE, trace.tracestate());
            }
        }
        return headers;
    }

    private static Metadata.Key<String> header(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }
}
