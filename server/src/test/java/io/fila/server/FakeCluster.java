package io.fila.server;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.server.access.Access;
import io.fila.server.audit.AuditLog;
import io.fila.server.cluster.ClusterOperations;
import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.Member;
import io.fila.server.config.Config;
import io.fila.server.grpc.GrpcPort;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.grpc.forward.ClusterMembership;
import io.fila.server.host.BrokerHost;
import io.fila.server.settings.ListenAddress;
import io.fila.server.tls.TlsMaterial;
import io.fila.server.wire.EncodedContent;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Nodes with real ports over one data directory, which is handed from leader to leader as if it had been replicated. Who leads is
 * for the test to say.
 */
final class FakeCluster implements AutoCloseable {
    static final Refusal DEPOSED = Refusal.unavailable("This node leads no more; try again in a moment.");

    private static final long PATIENCE_SECONDS = 20;
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Config config;
    private final @Nullable TlsMaterial tls;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private @Nullable BrokerHost broker;
    private volatile long leader;
    private volatile @Nullable ListenAddress leaderAddress;

    /** One node. */
    final class Node implements ClusterView {
        final long id;
        final GrpcServices services;
        final GrpcPort port;
        final ManagedChannel channel;

        Node(long id, Config config, Duration patience) throws Exception {
            this.id = id;
            this.services = new GrpcServices(config.intake());
            this.port = tls == null ? GrpcPort.open(ANY_PORT, services) : GrpcPort.open(ANY_PORT, services, tls);
            services.join(new ClusterMembership(this, 0, id, tls, config.auth().certificates(), patience));
            NettyChannelBuilder builder = NettyChannelBuilder.forAddress("127.0.0.1", port.number());
            this.channel = tls == null
                    ? builder.usePlaintext().build()
                    : builder.sslContext(GrpcSslContexts.configure(SslContextBuilder.forClient()
                                            .trustManager(InsecureTrustManagerFactory.INSTANCE)
                                            .keyManager(
                                                    TlsTest.resource("client.pem")
                                                            .toFile(),
                                                    TlsTest.resource("client.key")
                                                            .toFile()))
                                    .build())
                            .build();
        }

        FilaServiceGrpc.FilaServiceBlockingStub messages() {
            return FilaServiceGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        FilaAdminGrpc.FilaAdminBlockingStub admin() {
            return FilaAdminGrpc.newBlockingStub(channel).withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        ListenAddress address() {
            return new ListenAddress("127.0.0.1", port.number());
        }

        @Override
        public boolean leads() {
            return leader == id;
        }

        @Override
        public @Nullable ListenAddress leaderAddress() {
            return leaderAddress;
        }

        @Override
        public long leaderNodeId() {
            return leader;
        }

        @Override
        public int replicationCount() {
            return nodes.size() - 1;
        }

        @Override
        public int nodeCount() {
            return nodes.size();
        }

        @Override
        public List<Member> members() {
            return nodes.stream()
                    .map(node -> new Member(
                            node.id,
                            new ListenAddress("127.0.0.1", 1),
                            node.address(),
                            node.leads(),
                            node.leads(),
                            node.leads() ? 0 : 7))
                    .toList();
        }

        @Override
        public long term() {
            return 0;
        }

        @Override
        public long leaderChanges() {
            return 0;
        }

        @Override
        public ClusterOperations operations() {
            return ClusterView.none().operations();
        }

        @Override
        public void onChange(Runnable listener) {
            listeners.add(listener);
        }
    }

    private FakeCluster(Path directory, Map<String, String> settings, Duration patience) throws Exception {
        this.config = ServerFixture.config(directory, settings);
        this.tls = config.tls().isPresent() ? TlsMaterial.open(config.tls().get()) : null;
        for (int id = 1; id <= 3; id++) {
            nodes.add(new Node(id, config, patience));
        }
    }

    /** Three nodes of which none leads; calls wait for long. */
    static FakeCluster start(Path directory, Map<String, String> settings) throws Exception {
        return new FakeCluster(directory, settings, Duration.ofSeconds(PATIENCE_SECONDS));
    }

    /** The same where calls hardly wait. */
    static FakeCluster startImpatient(Path directory) throws Exception {
        return new FakeCluster(directory, Map.of(), Duration.ofMillis(20));
    }

    Node node(int id) {
        return nodes.get(id - 1);
    }

    /** Lets a node lead, and the others know. */
    void lead(int id) {
        depose();
        announce(id, node(id).address());
        BrokerHost opened = BrokerHost.open(config, EncodedContent::of, failure -> {});
        broker = opened;
        node(id).services.attach(opened, access(opened), AuditLog.off());
    }

    private Access access(BrokerHost host) {
        return config.auth().on()
                ? Access.locked(
                        config.auth().bootstrapKey().orElse(null),
                        config.auth().certificates(),
                        host.keys(),
                        host.inbox(),
                        host.clock())
                : Access.open(host.keys(), host.inbox(), host.clock());
    }

    /** Says that a node leads which is reached there; it has no broker. */
    void announce(long id, ListenAddress address) {
        leader = id;
        leaderAddress = address;
        listeners.forEach(Runnable::run);
    }

    /** Lets nobody lead. */
    void depose() {
        leader = 0;
        leaderAddress = null;
        nodes.forEach(node -> node.services.detach(DEPOSED));
        listeners.forEach(Runnable::run);
        endBroker();
    }

    private void endBroker() {
        BrokerHost ending = broker;
        broker = null;
        if (ending != null) {
            ending.close();
        }
    }

    @Override
    public void close() {
        nodes.forEach(node -> {
            node.channel.shutdownNow();
            node.port.close();
        });
        endBroker();
        if (tls != null) {
            tls.close();
        }
    }
}
