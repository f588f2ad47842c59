package io.fila.server;

import io.fila.cluster.ClusterException;
import io.fila.core.reply.Refusal;
import io.fila.core.runtime.Clock;
import io.fila.server.access.Token;
import io.fila.server.audit.AuditLog;
import io.fila.server.config.Config;
import io.fila.server.grpc.GrpcPort;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.grpc.forward.ClusterMembership;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.Storage;
import io.fila.server.http.Site;
import io.fila.server.metrics.Meters;
import io.fila.server.node.BrokerNode;
import io.fila.server.settings.ListenAddress;
import io.fila.server.telemetry.BrokerInspector;
import io.fila.server.telemetry.TelemetryExport;
import io.fila.server.tls.TlsMaterial;
import io.fila.server.wire.EncodedContent;
import io.fila.storage.rocks.StorageException;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connects the brokers that a node has, one for each term that it leads, with its edges. One thread. */
final class NodeEdges implements BrokerNode.Brokers {
    private static final Refusal LEADS_NO_MORE = Refusal.unavailable(
            "Another node of the cluster leads now, or none can; what was asked may have been done or not. Try again in a"
                    + " moment.");

    private final Config config;
    private final Config.Cluster cluster;
    private final GrpcServices first;
    private final Site site;
    private final AuditLog audit;
    private final @Nullable TlsMaterial tls;
    private final @Nullable TelemetryExport export;

    /** Of each shard; none until it is known how many there are. */
    private final List<GrpcServices> services = new CopyOnWriteArrayList<>();

    /** Of the brokers that are at work, by shard. Under the lock. */
    private final TreeMap<Integer, BrokerInspector> inspectors = new TreeMap<>();

    private @Nullable BrokerNode node;

    private NodeEdges(
            Config config,
            Config.Cluster cluster,
            GrpcServices first,
            Site site,
            AuditLog audit,
            @Nullable TlsMaterial tls,
            @Nullable TelemetryExport export) {
        this.config = config;
        this.cluster = cluster;
        this.first = first;
        this.site = site;
        this.audit = audit;
        this.tls = tls;
        this.export = export;
    }

    /** Takes part in a cluster; a broker is there whenever this node leads. */
    static BrokerNode start(
            Config config,
            Config.Cluster cluster,
            GrpcServices services,
            Site site,
            AuditLog audit,
            GrpcPort port,
            @Nullable TlsMaterial tls,
            @Nullable TelemetryExport export,
            Consumer<Throwable> onFailure)
            throws StartException {
        refusePlaintext(config, cluster);
        NodeEdges edges = new NodeEdges(config, cluster, services, site, audit, tls, export);
        BrokerNode node = new BrokerNode(config, edges, onFailure);
        edges.node = node;
        site.join(services::clusters, token -> admits(config.auth(), token));
        ListenAddress listening =
                new ListenAddress(config.server().listenAddress().host(), port.number());
        try {
            node.start(cluster, cluster.clientAddress(listening), tls);
            return node;
        } catch (ClusterException | StorageException unable) {
            node.close();
            throw new StartException(String.valueOf(unable.getMessage()), unable);
        }
    }

    /** Whoever reaches the port of the nodes may read and change everything, whatever keys say: beyond this machine that must be meant. */
    private static void refusePlaintext(Config config, Config.Cluster cluster) throws StartException {
        if (config.tls().isEmpty()
                && !cluster.plaintextKnowingly()
                && !cluster.bindAddress().isLoopback()) {
            throw new StartException(
                    "Expected certificates before talking to other nodes on " + cluster.bindAddress()
                            + ", which other machines can reach, but there is no section [tls]; add it, or set"
                            + " cluster.plaintext = true if only the nodes can reach that address.",
                    null);
        }
    }

    /** A node that follows knows no keys but the one of the configuration. */
    private static boolean admits(Config.Auth auth, @Nullable String token) {
        return !auth.on()
                || auth.bootstrapKey().filter(key -> Token.isShown(key, token)).isPresent();
    }

    @Override
    public void shards(int count) {
        BrokerNode taking = Objects.requireNonNull(node);
        services.addAll(first.shards(count, taking.placement()));
        for (int shard = 0; shard < count; shard++) {
            services.get(shard)
                    .join(new ClusterMembership(
                            taking.view(shard),
                            shard,
                            cluster.nodeId(),
                            tls,
                            config.auth().certificates(),
                            ClusterMembership.patience(cluster.electionTimeout())));
        }
    }

    @Override
    public void settled() {
        first.settled();
    }

    @Override
    public synchronized BrokerHost open(
            Config founded, int shard, long term, Storage storage, Clock clock, Consumer<Throwable> onEnd) {
        Meters meters = new Meters();
        BrokerHost host = BrokerHost.open(
                founded, storage, clock, EncodedContent::of, FilaServer.listeners(meters, export), onEnd);
        GrpcServices own = services.get(shard);
        own.attach(
                host,
                FilaServer.access(config.auth(), host),
                audit,
                Objects.requireNonNull(node).role(shard, term, host));
        inspectors.put(shard, new BrokerInspector(host, first, meters));
        show(host.clock().nowNanos());
        return host;
    }

    @Override
    public synchronized void detach(int shard) {
        inspectors.remove(shard);
        if (export != null) {
            export.pause();
        }
        site.close();
        services.get(shard).detach(LEADS_NO_MORE);
        show(0);
    }

    /** What is shown is all that this node leads. */
    private void show(long nowNanos) {
        if (!inspectors.isEmpty()) {
            BrokerInspector all = BrokerInspector.of(inspectors.values());
            site.close();
            site.open(all);
            if (export != null) {
                export.start(all, nowNanos);
            }
        }
    }
}
