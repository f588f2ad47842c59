package io.fila.e2e.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaAdminGrpc.FilaAdminBlockingStub;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.FilaServiceGrpc.FilaServiceBlockingStub;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.SetConfigRequest;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptor;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A third party's client: the generated stubs and gRPC's defaults, so it reads no message above 4 MiB. Any thread. */
public final class PlainClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int WINDOW_BYTES = 256 << 10;

    private final ManagedChannel channel;

    private PlainClient(ManagedChannel channel) {
        this.channel = channel;
    }

    public static PlainClient of(String address) {
        return of(address, InsecureChannelCredentials.create());
    }

    /** One that shows and trusts certificates, or says something with every call. */
    public static PlainClient of(String address, ChannelCredentials credentials, ClientInterceptor... interceptors) {
        return new PlainClient(NettyChannelBuilder.forTarget(address, credentials)
                .intercept(interceptors)
                .disableRetry()
                .flowControlWindow(WINDOW_BYTES)
                .build());
    }

    public ManagedChannel channel() {
        return channel;
    }

    public FilaServiceBlockingStub messages() {
        return FilaServiceGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    }

    public FilaAdminBlockingStub admin() {
        return FilaAdminGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    }

    public void createQueue(String name) {
        admin().createQueue(CreateQueueRequest.newBuilder().setName(name).build());
    }

    public void createQueue(String name, Duration visibilityTimeout) {
        createQueue(
                name,
                QueueConfig.newBuilder()
                        .setVisibilityTimeoutMs(visibilityTimeout.toMillis())
                        .build());
    }

    public void createQueue(String name, QueueConfig config) {
        admin().createQueue(CreateQueueRequest.newBuilder()
                .setName(name)
                .setConfig(config)
                .build());
    }

    /** Stores a message and returns its id. */
    public String enqueue(String queue, String payload) {
        return enqueue(queue, "", payload);
    }

    public String enqueue(String queue, String fairnessKey, String payload) {
        return enqueue(EnqueueRequest.newBuilder()
                .setQueue(queue)
                .setFairnessKey(fairnessKey)
                .setPayload(ByteString.copyFromUtf8(payload))
                .build());
    }

    public String enqueue(EnqueueRequest request) {
        return messages().enqueue(request).getMessageId();
    }

    public PlainStream consume(String queue) {
        return PlainStream.open(channel, queue, Integer.MAX_VALUE);
    }

    /** A stream whose client has read so many messages ahead at most; it asks for more. */
    public PlainStream consume(String queue, int readAhead) {
        return PlainStream.open(channel, queue, readAhead);
    }

    /** Connects again now, however often that has failed lately. */
    public void reconnect() {
        channel.resetConnectBackoff();
    }

    /** A stream whose client reads no message until it asks for some. */
    public PlainStream consumeWithoutReading(String queue) {
        return PlainStream.open(channel, queue, 0);
    }

    public void ack(String queue, String id) {
        var _ = messages()
                .ack(AckRequest.newBuilder().setQueue(queue).setMessageId(id).build());
    }

    public void nack(String queue, String id, String error) {
        var _ = messages()
                .nack(NackRequest.newBuilder()
                        .setQueue(queue)
                        .setMessageId(id)
                        .setError(error)
                        .build());
    }

    /** Gives a runtime setting a value; an empty one removes it. */
    public void set(String key, String value) {
        var _ = admin().setConfig(SetConfigRequest.newBuilder()
                .setKey(key)
                .setValue(value)
                .build());
    }

    public GetStatsResponse stats(String queue) {
        return admin().getStats(GetStatsRequest.newBuilder().setQueue(queue).build());
    }

    /** Checks that a call is refused with a code and a sentence, and returns the sentence. */
    public static String refusal(Status.Code code, ThrowingCallable call) {
        StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
        assertThat(refused).as("a refusal with %s", code).isNotNull();
        assertThat(refused.getStatus().getCode()).as("%s", refused).isEqualTo(code);
        String sentence = refused.getStatus().getDescription();
        assertThat(sentence).as("the sentence of %s", code).isNotBlank();
        return String.valueOf(sentence);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
