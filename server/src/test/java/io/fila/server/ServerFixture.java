package io.fila.server;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueSummary;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.QueueConfig;
import io.fila.server.config.Config;
import io.fila.server.config.ConfigSources;
import io.fila.server.config.ConfigSources.Flags;
import io.fila.server.settings.ConfigException;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A whole broker on a port of its own, with clients of the generated code. */
public final class ServerFixture implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int SMALL_WINDOW_BYTES = 64 * 1024;

    static {
        Main.gatherLogs();
    }

    private final Config config;
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private FilaServer server;
    private ManagedChannel channel;
    private boolean running = true;

    private ServerFixture(Config config) throws StartException {
        this.config = config;
        this.server = FilaServer.start(config, failure::set);
        this.channel = connect();
    }

    public static ServerFixture start(Path directory) throws Exception {
        return start(directory, Map.of());
    }

    /** Starts a broker with settings as the environment would give them. */
    public static ServerFixture start(Path directory, Map<String, String> settings) throws Exception {
        return new ServerFixture(config(directory, settings));
    }

    static Config config(Path directory, Map<String, String> settings) throws ConfigException {
        Map<String, String> environment = new TreeMap<>(Map.of("FILA_STORAGE__MIN_FREE_BYTES", "0"));
        environment.putAll(settings);
        Path data = directory.resolve("data");
        environment.putIfAbsent("FILA_SERVER__LISTEN_ADDR", "127.0.0.1:0");
        environment.putIfAbsent("FILA_SERVER__HTTP_ADDR", "");
        return ConfigSources.read(new Flags(null, null, data.toString()), environment, directory)
                .config();
    }

    public ManagedChannel connect() {
        return connect(channelBuilder());
    }

    /** A client that makes the broker wait as soon as it reads no more. */
    public ManagedChannel connectWithSmallWindow() {
        return connect(channelBuilder().flowControlWindow(SMALL_WINDOW_BYTES));
    }

    private NettyChannelBuilder channelBuilder() {
        return NettyChannelBuilder.forAddress("127.0.0.1", server.address().port())
                .usePlaintext();
    }

    private ManagedChannel connect(NettyChannelBuilder builder) {
        ManagedChannel opened = builder.build();
        channels.add(opened);
        return opened;
    }

    int port() {
        return server.address().port();
    }

    /** Where its HTTP port is, for tests that ask for one. */
    String page() {
        return Objects.requireNonNull(server.page());
    }

    public ManagedChannel channel() {
        return channel;
    }

    public FilaServiceGrpc.FilaServiceBlockingStub messages() {
        return FilaServiceGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    public FilaAdminGrpc.FilaAdminBlockingStub admin() {
        return FilaAdminGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Stops the broker as a signal would, and starts it again on the same directory. */
    public void restart() throws StartException {
        stop();
        server = FilaServer.start(config, failure::set);
        running = true;
        channel = connect();
    }

    public void stop() {
        channels.forEach(ManagedChannel::shutdownNow);
        channels.clear();
        stopServer();
    }

    /** Stops the broker under its clients. */
    public void stopServer() {
        if (running) {
            running = false;
            server.close();
        }
    }

    /** Makes the broker thread fail. */
    public Throwable breakBroker() {
        AssertionError broken = new AssertionError("The test broke the broker.");
        server.host().inbox().put(new Command.ListQueues(new Reply<>() {
            @Override
            public void accept(List<QueueSummary> queues) {
                throw broken;
            }

            @Override
            public void refuse(Refusal refusal) {}
        }));
        return broken;
    }

    /** What the broker failed with, if it did; it is no longer a surprise then. */
    public @Nullable Throwable takeFailure() {
        return failure.getAndSet(null);
    }

    @Override
    public void close() {
        stop();
        Throwable failed = failure.get();
        if (failed != null) {
            throw new AssertionError("The broker failed.", failed);
        }
    }

    // ---- what most tests need ----

    public void createQueue(String name) {
        createQueue(name, 0);
    }

    public void createQueue(String name, long visibilityTimeoutMillis) {
        var _ = admin().createQueue(CreateQueueRequest.newBuilder()
                .setName(name)
                .setConfig(QueueConfig.newBuilder().setVisibilityTimeoutMs(visibilityTimeoutMillis))
                .build());
    }

    public String enqueue(EnqueueRequest request) {
        return messages().enqueue(request).getMessageId();
    }

    public String enqueue(String queue, String payload) {
        return enqueue(Requests.enqueue(queue, payload));
    }

    /** Enqueues many at once and waits for all. */
    public void enqueueAll(List<EnqueueRequest> requests) {
        FilaServiceGrpc.FilaServiceFutureStub stub = FilaServiceGrpc.newFutureStub(channel);
        List<ListenableFuture<EnqueueResponse>> answers =
                requests.stream().map(stub::enqueue).toList();
        for (ListenableFuture<EnqueueResponse> answer : answers) {
            var _ = Futures.getUnchecked(answer);
        }
    }

    public ConsumerProbe consume(String queue) {
        return ConsumerProbe.open(
                channel, ConsumeRequest.newBuilder().setQueue(queue).build());
    }

    public void ack(String queue, ConsumeResponse delivery) {
        ack(queue, delivery.getMessage().getId());
    }

    public void ack(String queue, String messageId) {
        var _ = messages()
                .ack(AckRequest.newBuilder()
                        .setQueue(queue)
                        .setMessageId(messageId)
                        .build());
    }

    public GetStatsResponse stats(String queue) {
        return admin().getStats(GetStatsRequest.newBuilder().setQueue(queue).build());
    }
}
