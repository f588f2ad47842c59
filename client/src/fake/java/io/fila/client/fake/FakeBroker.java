package io.fila.client.fake;

import com.google.protobuf.Timestamp;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageMetadata;
import io.fila.proto.v1.MessageTimestamps;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.WaitsFor;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A broker in memory on a free port, with knobs for what a real one does only on bad days. */
public final class FakeBroker implements AutoCloseable {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private static final Pattern CANONICAL_UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Time stands still here. */
    private static final Timestamp LEASED_AT =
            Timestamp.newBuilder().setSeconds(1_767_225_601).build();

    final List<EnqueueRequest> requests = new CopyOnWriteArrayList<>();
    final Map<String, FakeQueue> queues = new TreeMap<>();
    final List<FakeProducer> producers = new ArrayList<>();
    final List<NackRequest> nacks = new CopyOnWriteArrayList<>();
    final List<String> extended = new CopyOnWriteArrayList<>();

    /** Messages of each batch that came on a stream, and acks, nacks and extensions of each command. */
    final List<Integer> batches = new CopyOnWriteArrayList<>();

    final List<Integer> settlements = new CopyOnWriteArrayList<>();
    WaitsFor waitsFor = WaitsFor.WAITS_FOR_UNSPECIFIED;
    String waitsForThrottle = "";
    long leaderNodeId;
    int shards = 1;

    /** Nodes of the cluster that it may pretend to be in. */
    static final int NODES = 3;

    private final Server server;
    private final AtomicInteger refusals = new AtomicInteger();
    private long ids;
    private volatile @Nullable String apiKey;
    private volatile @Nullable StatusRuntimeException refusal;
    private volatile @Nullable StatusRuntimeException messageRefusal;
    private volatile boolean silent;
    private volatile boolean streams = true;
    private boolean holdingAnswers;
    private volatile @Nullable Metadata lastHeaders;

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

    /** Refuses every call this way; null takes it back. */
    public void refuseWith(@Nullable StatusRuntimeException reason) {
        refusal = reason;
    }

    /** Calls that were refused this way. */
    public int refusals() {
        return refusals.get();
    }

    /** Refuses every message this way; null takes it back. */
    public void refuseMessagesWith(@Nullable StatusRuntimeException reason) {
        messageRefusal = reason;
    }

    /** Knows only the plain calls, as an old broker does. */
    public void knowNoStreams() {
        streams = false;
    }

    /** Stores messages and keeps their confirmations to itself, or sends them now. */
    public synchronized void holdAnswers(boolean hold) {
        holdingAnswers = hold;
        producers.forEach(FakeProducer::answer);
    }

    /** Ends the streams of all producers. */
    public synchronized void endProducers(Status status) {
        List<FakeProducer> all = List.copyOf(producers);
        producers.clear();
        all.forEach(producer -> producer.end(status));
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

    /** Messages in each batch that came on a producer's stream. */
    public List<Integer> batches() {
        return batches;
    }

    /** Acks, nacks and extensions in each command that came on a consumer's stream. */
    public List<Integer> settlements() {
        return settlements;
    }

    /** Every message that was stored, as it came. */
    public List<EnqueueRequest> requests() {
        return requests;
    }

    public List<NackRequest> nacks() {
        return nacks;
    }

    /** The ids of messages whose leases were extended, as often as they were. */
    public List<String> extended() {
        return extended;
    }

    /** A header of the call that came last. */
    public @Nullable String lastHeader(String name) {
        Metadata headers = lastHeaders;
        return headers == null ? null : headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    /** Lets statistics say of every key that it waits for this. */
    public synchronized void pretendWaiting(WaitsFor cause, String throttleKey) {
        waitsFor = cause;
        waitsForThrottle = throttleKey;
    }

    public synchronized void pretendCluster(long leader) {
        leaderNodeId = leader;
    }

    /** The same of a cluster with several shards. */
    public synchronized void pretendCluster(long leader, int count) {
        leaderNodeId = leader;
        shards = count;
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
        return nacks.stream().map(NackRequest::getError).toList();
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

    boolean holdsAnswers() {
        return holdingAnswers;
    }

    EnqueueResponse store(EnqueueRequest request) {
        StatusRuntimeException reason = messageRefusal;
        if (reason != null) {
            throw reason;
        }
        FakeQueue queue = queue(request.getQueue());
        if (!request.getDedupKey().isEmpty()) {
            for (Message other : queue.all()) {
                if (other.getMetadata().getDedupKey().equals(request.getDedupKey())) {
                    return EnqueueResponse.newBuilder()
                            .setMessageId(other.getId())
                            .setDuplicate(true)
                            .build();
                }
            }
        }
        if (queue.dropsNew()) {
            return EnqueueResponse.newBuilder().setDropped(true).build();
        }
        String id = nextId();
        queue.pending.add(Message.newBuilder()
                .setId(id)
                .putAllHeaders(request.getHeadersMap())
                .setPayload(request.getPayload())
                .setMetadata(MessageMetadata.newBuilder()
                        .setFairnessKey(request.getFairnessKey().isEmpty() ? "default" : request.getFairnessKey())
                        .setWeight(request.getWeight() == 0 ? 1 : request.getWeight())
                        .addAllThrottleKeys(request.getThrottleKeysList())
                        .setDedupKey(request.getDedupKey())
                        .setQueueId(request.getQueue()))
                .setTimestamps(MessageTimestamps.newBuilder()
                        .setEnqueuedAt(Timestamp.newBuilder().setSeconds(1_767_225_600))
                        .setLeasedAt(LEASED_AT))
                .build());
        requests.add(request);
        queue.deliver();
        return EnqueueResponse.newBuilder().setMessageId(id).build();
    }

    void nack(NackRequest request) {
        Message failed = release(request.getQueue(), request.getMessageId(), request.getLeaseId());
        nacks.add(request);
        queue(request.getQueue()).putBack(failed);
        queue(request.getQueue()).deliver();
    }

    /** A millisecond more is as good as giving the message back. */
    Timestamp extend(String queueName, String id, long leaseId, long millis) {
        Message message = release(queueName, id, leaseId);
        FakeQueue queue = queue(queueName);
        if (millis == 1) {
            queue.putBack(message);
            queue.deliver();
        } else {
            queue.leased.put(id, message);
            extended.add(id);
        }
        return FakeQueue.after(LEASED_AT, millis == 0 ? queue.visibilityTimeoutMs() : millis);
    }

    Message release(String queueName, String id, long leaseId) {
        if (queueName.isEmpty()) {
            throw Refused.invalid("queue must not be empty");
        }
        if (!CANONICAL_UUID.matcher(id).matches()) {
            throw Refused.invalid("message_id \"" + id + "\" is not a UUID");
        }
        FakeQueue queue = queues.get(queueName);
        Message message = queue == null ? null : queue.leased.get(id);
        if (queue == null || message == null || (leaseId != 0 && leaseId != message.getLeaseId())) {
            throw Refused.notFound("message " + id + " has no lease in queue \"" + queueName + "\"");
        }
        queue.leased.remove(id);
        return message;
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
                refusals.incrementAndGet();
                Metadata trailers = reason.getTrailers();
                call.close(reason.getStatus(), trailers == null ? new Metadata() : trailers);
                return new ServerCall.Listener<>() {};
            }
            if (apiKey != null && !("Bearer " + apiKey).equals(headers.get(AUTHORIZATION))) {
                call.close(Status.UNAUTHENTICATED.withDescription("API key is missing or unknown"), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            if (!streams && call.getMethodDescriptor().getFullMethodName().endsWith("Stream")) {
                call.close(Status.UNIMPLEMENTED, new Metadata());
                return new ServerCall.Listener<>() {};
            }
            lastHeaders = headers;
            return silent ? new ServerCall.Listener<>() {} : next.startCall(call, headers);
        }
    }
}
