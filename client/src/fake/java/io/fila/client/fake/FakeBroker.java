package io.fila.client.fake;

import io.fila.proto.v1.QueueConfig;
import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A broker in memory on a free port, with knobs for what a real one does only on bad days. */
public final class FakeBroker implements AutoCloseable {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    final Map<String, FakeQueue> queues = new TreeMap<>();
    final List<String> nackErrors = new CopyOnWriteArrayList<>();
    long leaderNodeId;

    private final Server server;
    private long ids;
    private volatile @Nullable String apiKey;
    private volatile @Nullable StatusRuntimeException refusal;
    private volatile boolean silent;

    private FakeBroker(@Nullable SslContext tls, boolean withAdmin) {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService((BindableService) new FakeService(this))
                .intercept(new EarlyHeaders())
                .intercept(new Door());
        if (withAdmin) {
            builder.addService((BindableService) new FakeAdmin(this));
        }
        if (tls != null) {
            builder.sslContext(tls);
        }
        try {
            server = builder.build().start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static FakeBroker start() {
        return new FakeBroker(null, true);
    }

    public static FakeBroker startWithTls(SslContext tls) {
        return new FakeBroker(tls, true);
    }

    /** One that knows nothing of administration. */
    public static FakeBroker startWithoutAdmin() {
        return new FakeBroker(null, false);
    }

    public String address() {
        return "localhost:" + server.getPort();
    }

    /** Refuses every call that does not bring this key. */
    public void requireApiKey(String key) {
        apiKey = key;
    }

    /** Refuses every call this way. */
    public void refuseWith(StatusRuntimeException reason) {
        refusal = reason;
    }

    /** Takes calls and never answers. */
    public void fallSilent() {
        silent = true;
    }

    /** Ends the streams of a queue as a broker does that goes away. */
    public synchronized void endStreams(String queue, Status status) {
        queue(queue).end(status);
    }

    /** Sends a response without a message. */
    public synchronized void keepAlive(String queue) {
        queue(queue).consumers.forEach(FakeConsumer::keepAlive);
    }

    /** Forgets a lease, as if its time had run out and the message had gone to someone else. */
    public synchronized void expire(String queue, String messageId) {
        queue(queue).leased.remove(messageId);
    }

    public synchronized void pretendCluster(long leader) {
        leaderNodeId = leader;
    }

    public synchronized long pending(String queue) {
        return queue(queue).pending.size();
    }

    public synchronized long leased(String queue) {
        return queue(queue).leased.size();
    }

    public synchronized int consumers(String queue) {
        return queue(queue).consumers.size();
    }

    public synchronized QueueConfig config(String queue) {
        return queue(queue).config;
    }

    public List<String> nackErrors() {
        return nackErrors;
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    String nextId() {
        return "019b76da-a800-7000-8000-%012x".formatted(++ids);
    }

    FakeQueue queue(String name) {
        if (name.isEmpty()) {
            throw Refused.invalid("queue must not be empty");
        }
        FakeQueue queue = queues.get(name);
        if (queue == null) {
            throw Refused.queueNotFound(name);
        }
        return queue;
    }

    <R> void answer(StreamObserver<R> reply, Supplier<R> work) {
        locked(reply, () -> {
            R answer = work.get();
            reply.onNext(answer);
            reply.onCompleted();
        });
    }

    synchronized void locked(StreamObserver<?> reply, Runnable work) {
        try {
            work.run();
        } catch (StatusRuntimeException e) {
            reply.onError(e);
        }
    }

    /** Who comes in. */
    private final class Door implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            StatusRuntimeException reason = refusal;
            if (reason != null) {
                Metadata trailers = reason.getTrailers();
                call.close(reason.getStatus(), trailers == null ? new Metadata() : trailers);
                return new ServerCall.Listener<>() {};
            }
            if (apiKey != null && !("Bearer " + apiKey).equals(headers.get(AUTHORIZATION))) {
                call.close(Status.UNAUTHENTICATED.withDescription("API key is missing or unknown"), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            return silent ? new ServerCall.Listener<>() {} : next.startCall(call, headers);
        }
    }
}
