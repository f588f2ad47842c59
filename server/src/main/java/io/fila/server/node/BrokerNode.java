package io.fila.server.node;

import io.fila.cluster.ClusterException;
import io.fila.cluster.ClusterNode;
import io.fila.cluster.ClusterSettings;
import io.fila.cluster.NodeAddress;
import io.fila.cluster.NodeTls;
import io.fila.cluster.Shard;
import io.fila.core.runtime.Clock;
import io.fila.server.cluster.ClusterView;
import io.fila.server.config.Config;
import io.fila.server.grpc.admin.ShardRole;
import io.fila.server.grpc.forward.Front;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.Storage;
import io.fila.server.settings.ListenAddress;
import io.fila.server.tls.TlsMaterial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node of a cluster. When it begins to lead a shard, a broker recovers from the node's copy and is at work until the lead ends. */
public final class BrokerNode implements ClusterNode.Listening, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BrokerNode.class);

    private final Config config;
    private final List<ShardBroker> shards = new ArrayList<>();
    private final Consumer<Throwable> onFailure;
    private final CompletableFuture<ClusterNode> node = new CompletableFuture<>();
    private final Places places;

    /** Who makes brokers, and connects them with the edges. */
    public interface Brokers {
        /** Makes a broker on storage that has just been opened, and lets it answer. */
        BrokerHost open(int shard, long term, Storage storage, Clock clock, Consumer<Throwable> onEnd);

        /** The broker of a shard that was opened last answers no more. */
        void detach(int shard);
    }

    /**
     * A node that does not take part yet.
     *
     * @param onFailure told if this node can't go on; the process should end then
     */
    public BrokerNode(Config config, int count, Brokers brokers, Consumer<Throwable> onFailure) {
        this.config = config;
        this.onFailure = onFailure;
        for (int number = 0; number < count; number++) {
            shards.add(new ShardBroker(number, config, brokers, new NodeView(number), onFailure));
        }
        this.places = new Places(question -> shard(0).ask(question));
    }

    /** What the edges see of a shard. */
    public ClusterView view(int shard) {
        return shards.get(shard).view();
    }

    /** Where queues are. */
    public Front.Placement placement() {
        return places;
    }

    /** What the broker of a shard is among others, for a term. */
    public ShardRole role(int shard, long term, BrokerHost host) {
        List<Shard> all = node.join().shards();
        if (shards.size() == 1) {
            return new ShardRole.Alone();
        }
        if (shard == 0) {
            return FirstShard.begin(host, term, all);
        }
        Borrower.begin(host, term, all.get(shard), all.getFirst());
        return new ShardRole.Alone();
    }

    private Shard shard(int number) throws IOException {
        ClusterNode known = node.getNow(null);
        if (known == null || known.shards().isEmpty()) {
            throw new IOException("this node is starting");
        }
        return known.shards().get(number);
    }

    /**
     * Begins to take part.
     *
     * @param clientAddress where clients reach this node
     * @param tls how nodes know each other; null for plaintext
     * @throws ClusterException if it can't; the sentence is for the operator
     */
    public void start(Config.Cluster cluster, ListenAddress clientAddress, @Nullable TlsMaterial tls) {
        ClusterSettings settings = new ClusterSettings(
                Math.toIntExact(cluster.nodeId()),
                address(cluster.bindAddress()),
                cluster.peers().stream().map(BrokerNode::address).toList(),
                cluster.electionTimeout(),
                cluster.heartbeatInterval(),
                shards.size(),
                tls == null ? null : new NodeTls(tls.serverKey(), tls.nodeTrust()));
        ClusterNode started = ClusterNode.start(
                settings,
                config.server().dataDirectory(),
                config.storage(),
                address(clientAddress),
                this,
                onFailure,
                sentence -> log.error("{}", sentence));
        node.complete(started);
        for (ShardBroker shard : shards) {
            shard.view().open(started);
            shard.changed();
        }
    }

    private static NodeAddress address(ListenAddress address) {
        return new NodeAddress(address.host(), address.port());
    }

    @Override
    public void begins(Shard shard, long term) {
        // The node must have started before its broker may answer for it.
        shards.get(shard.number()).begin(shard, term, node::join);
    }

    @Override
    public void ends(Shard shard) {
        shards.get(shard.number()).end();
    }

    @Override
    public void leaderChanged() {
        shards.forEach(ShardBroker::changed);
    }

    @Override
    public byte[] asked(Shard shard, byte[] question) {
        BrokerHost host = shards.get(shard.number()).host();
        try {
            if (host == null) {
                throw new IOException("this node does not lead shard " + shard.number());
            }
            return new ShardAnswers(host).to(ShardQuestion.decode(question));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Lets other nodes lead what this one does, as far as they can, before it stops. */
    public void handOver() {
        ClusterNode taking = node.getNow(null);
        if (taking != null) {
            taking.handOver();
        }
    }

    /** Ends the brokers that there are, and this node's part in the cluster. */
    @Override
    public void close() {
        places.close();
        shards.forEach(ShardBroker::close);
        ClusterNode taking = node.getNow(null);
        if (taking != null) {
            taking.close();
        }
    }
}
