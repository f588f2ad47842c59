package io.fila.server.node;

import io.fila.cluster.ClusterException;
import io.fila.cluster.ClusterNode;
import io.fila.cluster.ClusterSettings;
import io.fila.cluster.NodeAddress;
import io.fila.cluster.NodeTls;
import io.fila.cluster.Shard;
import io.fila.core.runtime.Clock;
import io.fila.server.cluster.ClusterOperations;
import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.Placement;
import io.fila.server.config.Config;
import io.fila.server.grpc.admin.ShardRole;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.Storage;
import io.fila.server.settings.ListenAddress;
import io.fila.server.tls.TlsMaterial;
import io.fila.storage.rocks.StorageException;
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

    /** Numbers of queues that each shard has to give, so that those of all can be in one database. */
    private static final long QUEUES_OF_A_SHARD = 1L << 40;

    private final Config config;
    private final Brokers brokers;
    private final Consumer<Throwable> onFailure;
    private final CompletableFuture<ClusterNode> node = new CompletableFuture<>();
    private final Places places = new Places(question -> shard(0).ask(question));

    /** None until it is known how many there are. */
    private volatile List<ShardBroker> shards = List.of();

    /** Who makes brokers, and connects them with the edges. */
    public interface Brokers {
        /** So many there may be at once, one for each shard. Told once, before the first is opened. */
        void shards(int count);

        /** Leads are spread over the nodes by now: calls from clients are not interrupted by that any more. */
        void settled();

        /** Makes a broker on storage that has just been opened, and lets it answer. */
        BrokerHost open(Config config, int shard, long term, Storage storage, Clock clock, Consumer<Throwable> onEnd);

        /** The broker of a shard that was opened last answers no more. */
        void detach(int shard);
    }

    /**
     * A node that does not take part yet.
     *
     * @param onFailure told if this node can't go on; the process should end then
     */
    public BrokerNode(Config config, Brokers brokers, Consumer<Throwable> onFailure) {
        this.config = config;
        this.brokers = brokers;
        this.onFailure = onFailure;
    }

    @Override
    public void shards(int count) {
        Config founded = config.foundedWith(count);
        List<ShardBroker> all = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            NodeView view = new NodeView(number);
            all.add(new ShardBroker(
                    number,
                    founded.numberingQueuesFrom(1 + number * QUEUES_OF_A_SHARD),
                    brokers,
                    view,
                    target -> node.join().backup(target),
                    onFailure,
                    this::fail));
            var _ = node.thenAccept(view::open);
        }
        shards = List.copyOf(all);
        brokers.shards(count);
    }

    /** What the edges see of a shard. */
    public ClusterView view(int shard) {
        return shards.get(shard).view();
    }

    /** Where queues are. */
    public Placement placement() {
        return places;
    }

    /** What the broker of a shard is among others, for a term. */
    public ShardRole role(int shard, long term, BrokerHost host) {
        List<Shard> all = node.join().shards();
        if (shards.size() == 1) {
            return new ShardRole.Alone();
        }
        return shard == 0
                ? FirstShard.begin(host, term, all, places)
                : OtherShard.begin(host, term, all.get(shard), all.getFirst(), places);
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
                cluster.shards(),
                cluster.replicationFactor(),
                tls == null ? null : new NodeTls(tls.serverKey(), tls.nodeTrust()));
        ClusterNode started = ClusterNode.start(
                settings,
                config.server().dataDirectory(),
                config.storage(),
                address(clientAddress),
                this,
                this::fail,
                sentence -> log.error("{}", sentence));
        node.complete(started);
        shards.forEach(ShardBroker::changed);
    }

    /** The process ends at once, and whoever finds it gone looks for the reason in its log. */
    private void fail(Throwable failure) {
        if (failure instanceof ClusterException || failure instanceof StorageException) {
            log.error("{}", failure.getMessage());
        } else {
            log.error("This node can't go on.", failure);
        }
        onFailure.accept(failure);
    }

    private static NodeAddress address(ListenAddress address) {
        return new NodeAddress(address.host(), address.port());
    }

    @Override
    public void settled() {
        brokers.settled();
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
        try {
            return switch (ShardQuestion.decode(question)) {
                case ShardQuestion.Status status -> StatusCodec.encode(NodeView.status(shard));
                case ShardQuestion.Transfer transfer -> TransferCodec.encode(transfer(shard, transfer.nodeId()));
                case ShardQuestion known -> new ShardAnswers(host(shard)).to(known);
            };
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private BrokerHost host(Shard shard) throws IOException {
        List<ShardBroker> all = shards;
        BrokerHost host = all.isEmpty() ? null : all.get(shard.number()).host();
        if (host == null) {
            throw new IOException("this node does not lead shard " + shard.number());
        }
        return host;
    }

    /** Whoever asks can be told also when another leads, so it begins at once. */
    private ClusterOperations.Outcome transfer(Shard shard, long nodeId) {
        ClusterOperations.Outcome outcome =
                new NodeOperations(() -> node.getNow(null), shard.number()).transfer(nodeId);
        outcome.left().run();
        return outcome;
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
