package io.fila.server;

import io.fila.cluster.ClusterException;
import io.fila.core.reply.Refusal;
import io.fila.core.runtime.Clock;
import io.fila.server.audit.AuditLog;
import io.fila.server.config.Config;
import io.fila.server.grpc.ClusterMembership;
import io.fila.server.grpc.GrpcPort;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.Storage;
import io.fila.server.http.Site;
import io.fila.server.metrics.Meters;
import io.fila.server.node.BrokerNode;
import io.fila.server.settings.ListenAddress;
import io.fila.server.telemetry.BrokerInspector;
import io.fila.server.tls.TlsMaterial;
import io.fila.server.wire.EncodedContent;
import io.fila.storage.rocks.StorageException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects the brokers that a node has, one for each term that it leads, with its edges. One thread. */
final class NodeEdges implements BrokerNode.Brokers {
    private static final Logger log = LoggerFactory.getLogger(NodeEdges.class);

    private static final Refusal LEADS_NO_MORE = Refusal.unavailable(
            "Another node of the cluster leads now, or none can; what was asked may have been done or not. Try again in a"
                    + " moment.");

    private final Config config;
    private final GrpcServices services;
    private final Site site;
    private final AuditLog audit;

    NodeEdges(Config config, GrpcServices services, Site site, AuditLog audit) {
        this.config = config;
        this.services = services;
        this.site = site;
        this.audit = audit;
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
            Consumer<Throwable> onFailure)
            throws StartException {
        if (config.telemetry().isPresent()) {
            log.warn(
                    "Nothing is sent to {} from a node of a cluster yet.",
                    config.telemetry().get().endpoint());
        }
        BrokerNode node = new BrokerNode(config, new NodeEdges(config, services, site, audit), onFailure);
        services.join(new ClusterMembership(
                node.view(),
                cluster.nodeId(),
                tls,
                config.auth().certificates(),
                ClusterMembership.patience(cluster.electionTimeout())));
        ListenAddress listening =
                new ListenAddress(config.server().listenAddress().host(), port.number());
        try {
            node.start(cluster, cluster.clientAddress(listening));
            return node;
        } catch (ClusterException | StorageException unable) {
            node.close();
            throw new StartException(String.valueOf(unable.getMessage()), unable);
        }
    }

    @Override
    public BrokerHost open(Storage storage, Clock clock, Consumer<Throwable> onEnd) {
        Meters meters = new Meters();
        BrokerHost host = BrokerHost.open(config, storage, clock, EncodedContent::of, List.of(meters), onEnd);
        services.attach(host, FilaServer.access(config.auth(), host), audit);
        site.open(new BrokerInspector(host, services, meters));
        return host;
    }

    @Override
    public void detach() {
        site.close();
        services.detach(LEADS_NO_MORE);
    }
}
