package io.fila.benchmarks.contender;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ruler: NATS JetStream with file storage, a work queue stream and a pull consumer with explicit acks. It confirms a
 * message when the operating system has it, unless it is told to sync, and does not confirm acks.
 */
public final class NatsJetStream extends PeerBroker {
    private static final Pattern READY = Pattern.compile("(Server is ready)");
    private static final int PULL_MESSAGES = 1000;
    private static final int MAX_ACK_PENDING = 5000;
    private static final int NODES = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LISTEN = Duration.ofMillis(100);
    private static final Duration PULL_LASTS = Duration.ofSeconds(5);

    private final Connection connection;
    private final Map<String, Connection> connections = new HashMap<>();
    private final int replicas;

    /** At the node that leads the stream that was made last. */
    private volatile JetStream stream;

    private NatsJetStream(List<ChildProcess> nodes, List<Connection> connections, boolean synced) throws IOException {
        super(
                "NATS JetStream" + (connections.size() == 1 ? "" : " R" + connections.size()),
                synced ? "group" : "os",
                connections.getFirst().getServerInfo().getVersion()
                        + (connections.size() == 1 ? "" : ", three nodes, client at the leader of the stream")
                        + ", sync_interval " + (synced ? "always" : "as it is by default")
                        + ", file storage, work queue stream, pull consumer of " + PULL_MESSAGES
                        + ", explicit acks that are not confirmed, max_ack_pending " + MAX_ACK_PENDING,
                nodes);
        this.connection = connections.getFirst();
        this.stream = connection.jetStream();
        this.replicas = connections.size();
        connections.forEach(each -> this.connections.put(each.getServerInfo().getServerName(), each));
    }

    /** Where {@code .ci/install-nats-server} puts the program. */
    public static Path program() {
        return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/bin")
                .map(folder -> Path.of(folder, "nats-server"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Expected nats-server in /usr/sbin, /usr/bin or"
                        + " /usr/local/bin but it is not there; run .ci/install-nats-server, or leave it out"));
    }

    /** The one that {@code benchmarks/peers/install} has built, which syncs every message if it is told to. */
    public static Path programThatSyncs(Path launcher) {
        Path built = launcher.toAbsolutePath().resolveSibling("target/peers/nats/nats-server");
        if (!Files.isExecutable(built)) {
            throw new IllegalStateException("Expected " + built + " but it is not there; run benchmarks/peers/install");
        }
        return built;
    }

    public static NatsJetStream start(Path program, Path parent) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(Files.createDirectories(parent), "nats-bench-");
        int port = FreePort.number();
        ChildProcess process = ChildProcess.start(
                directory,
                List.of(
                        program.toString(),
                        "--jetstream",
                        "--store_dir",
                        directory.resolve("data").toString(),
                        "--addr",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port)),
                Map.of());
        var _ = process.awaitLine(READY);
        return new NatsJetStream(List.of(process), List.of(connect(port)), false);
    }

    /**
     * Starts three nodes, each of which has a copy of every stream.
     *
     * @param synced whether they sync every message; otherwise every two minutes, which is the default
     */
    public static NatsJetStream startCluster(Path program, Path parent, boolean synced)
            throws IOException, InterruptedException {
        List<Integer> routes = new ArrayList<>();
        while (routes.size() < NODES) {
            routes.add(FreePort.number());
        }
        List<ChildProcess> nodes = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int route : routes) {
            Path directory = Files.createTempDirectory(Files.createDirectories(parent), "nats-bench-");
            int port = FreePort.number();
            ports.add(port);
            Path config =
                    Files.writeString(directory.resolve("nats.conf"), config(directory, port, route, routes, synced));
            nodes.add(ChildProcess.start(directory, List.of(program.toString(), "-c", config.toString()), Map.of()));
        }
        for (ChildProcess node : nodes) {
            var _ = node.awaitLine(READY);
        }
        List<Connection> connections = new ArrayList<>();
        for (int port : ports) {
            connections.add(connect(port));
        }
        NatsJetStream cluster = new NatsJetStream(nodes, connections, synced);
        cluster.awaitQueues();
        return cluster;
    }

    private static String config(Path directory, int port, int route, List<Integer> routes, boolean synced) {
        return """
                server_name: node-%d
                listen: "127.0.0.1:%d"
                jetstream { store_dir: "%s"%s }
                cluster { name: bench, listen: "127.0.0.1:%d", routes: [%s] }
                """.formatted(
                port,
                port,
                directory.resolve("data").toAbsolutePath(),
                synced ? ", sync_interval: always" : "",
                route,
                routes.stream().map(each -> "\"nats://127.0.0.1:" + each + "\"").collect(Collectors.joining(", ")));
    }

    private static Connection connect(int port) throws IOException, InterruptedException {
        return Nats.connect(Options.builder()
                .server("nats://127.0.0.1:" + port)
                .maxMessagesInOutgoingQueue(0)
                .build());
    }

    /** Nodes that have just started can't make streams before they have a leader. */
    private void awaitQueues() throws IOException {
        long begin = System.nanoTime();
        while (true) {
            try {
                createQueue("first");
                deleteQueue("first");
                return;
            } catch (IOException | JetStreamApiException notYet) {
                if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                    throw new IOException("Expected the nodes to elect a leader within " + PATIENCE, notYet);
                }
                LockSupport.parkNanos(LISTEN.toNanos());
            }
        }
    }

    @Override
    public void createQueue(String queue) throws IOException, JetStreamApiException {
        StreamInfo made = connection
                .jetStreamManagement()
                .addStream(StreamConfiguration.builder()
                        .name(queue)
                        .subjects(queue)
                        .storageType(StorageType.File)
                        .retentionPolicy(RetentionPolicy.WorkQueue)
                        .replicas(replicas)
                        .build());
        ClusterInfo nodes = made.getClusterInfo();
        Connection leader = nodes == null ? null : connections.get(nodes.getLeader());
        stream = (leader == null ? connection : leader).jetStream();
    }

    @Override
    public void deleteQueue(String queue) throws IOException, JetStreamApiException {
        connection.jetStreamManagement().deleteStream(queue);
    }

    @Override
    public Sender sender(String queue, IntConsumer confirmed) {
        return new Sender() {
            @Override
            public void send(byte[] payload) {
                var _ = stream.publishAsync(queue, payload).whenComplete((acknowledged, failure) -> {
                    if (failure == null) {
                        confirmed.accept(1);
                    }
                });
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    @Override
    public Closing consumer(String queue, Receiver receiver, IntConsumer settled) throws Exception {
        return consumer(queue, PULL_MESSAGES, receiver, settled);
    }

    /** One of several consumers of a queue, which therefore pulls fewer messages at a time. */
    public Closing consumer(String queue, int pullMessages, Receiver receiver, IntConsumer settled) throws Exception {
        JetStreamSubscription subscription = stream.subscribe(
                queue,
                PullSubscribeOptions.builder()
                        .durable("bench")
                        .configuration(ConsumerConfiguration.builder()
                                .ackPolicy(AckPolicy.Explicit)
                                .maxAckPending(MAX_ACK_PENDING)
                                .build())
                        .build());
        Thread thread = Thread.ofPlatform()
                .name("nats-consumer")
                .start(() -> consume(subscription, pullMessages, receiver, settled));
        return () -> {
            subscription.unsubscribe();
            join(thread);
        };
    }

    /** Pulls again when half of a pull has come, or when nothing came for so long that the pull may be over. */
    private static void consume(
            JetStreamSubscription subscription, int pullMessages, Receiver receiver, IntConsumer settled) {
        int open = 0;
        long pulledAt = System.nanoTime() - PULL_LASTS.toNanos();
        try {
            while (subscription.isActive()) {
                boolean over = System.nanoTime() - pulledAt > PULL_LASTS.toNanos();
                if (over || open <= pullMessages / 2) {
                    open = (over ? 0 : open) + pullMessages;
                    pulledAt = System.nanoTime();
                    subscription.pullExpiresIn(pullMessages, PULL_LASTS);
                }
                Message message = subscription.nextMessage(LISTEN);
                if (message != null) {
                    receiver.receive(message.getData());
                    message.ack();
                    open--;
                    settled.accept(1);
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException unsubscribed) {
            // Closed while this thread was listening.
        }
    }

    /** A message in hand is still acked: an interrupt would lose its ack. */
    private static void join(Thread thread) {
        try {
            thread.join(LISTEN.plus(PULL_LASTS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    protected void disconnect() throws InterruptedException {
        for (Connection each : connections.values()) {
            each.close();
        }
    }
}
