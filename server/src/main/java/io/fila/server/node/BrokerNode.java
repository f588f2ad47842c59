package io.fila.server.node;

import io.fila.cluster.ClusterException;
import io.fila.cluster.ClusterNode;
import io.fila.cluster.ClusterSettings;
import io.fila.cluster.NodeAddress;
import io.fila.cluster.NodeTls;
import io.fila.cluster.Shard;
import io.fila.core.replication.LostLeadException;
import io.fila.core.runtime.Clock;
import io.fila.server.cluster.ClusterView;
import io.fila.server.config.Config;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.Storage;
import io.fila.server.settings.ListenAddress;
import io.fila.server.tls.TlsMaterial;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of a cluster. When it begins to lead, a broker recovers from the node's copy and is at work until the lead ends; what that
 * broker had in memory is dropped then, because only what was committed counts. One thread opens and ends brokers.
 */
public final class BrokerNode implements ClusterNode.Listening, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BrokerNode.class);

    /** How long a stop waits for a broker that is being opened or ended. */
    private static final long PATIENCE_SECONDS = 10;

    /** One broker leads everything. */
    private static final int SHARDS = 1;

    private final Config config;
    private final Brokers brokers;
    private final Consumer<Throwable> onFailure;
    private final NodeView view = new NodeView();
    private final CompletableFuture<ClusterNode> node = new CompletableFuture<>();

    /** No daemon: a node that follows has no broker thread for which the process would go on. */
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("fila-lead").factory());

    private @Nullable BrokerHost host;
    private boolean closed;

    /** Who makes brokers, and connects them with the edges. */
    public interface Brokers {
        /** Makes a broker on storage that has just been opened, and lets it answer. */
        BrokerHost open(Storage storage, Clock clock, Consumer<Throwable> onEnd);

        /** The broker that was opened last answers no more. */
        void detach();
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

    public ClusterView view() {
        return view;
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
                SHARDS,
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
        view.open(started);
        run(view::changed);
    }

    private static NodeAddress address(ListenAddress address) {
        return new NodeAddress(address.host(), address.port());
    }

    @Override
    public void begins(Shard shard, long term) {
        run(() -> lead(shard, term));
    }

    @Override
    public void ends(Shard shard) {
        run(this::follow);
    }

    @Override
    public void leaderChanged() {
        run(view::changed);
    }

    private void run(Runnable step) {
        try {
            thread.execute(() -> guarded(step));
        } catch (RejectedExecutionException stopping) {
            log.debug("The node is stopping.");
        }
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failure) {
            log.error("This node can't go on.", failure);
            onFailure.accept(failure);
        }
    }

    private void lead(Shard shard, long term) {
        follow();
        if (closed) {
            return;
        }
        // The node must have started before its broker may answer for it.
        ClusterNode _ = node.join();
        Clock clock = shard.beginClock();
        try {
            Storage storage = Storage.ofNode(config, shard.store(), shard.journal(term, clock), shard::freeBytes);
            host = brokers.open(storage, clock, failure -> ended(shard, term, failure));
            view.leads(true);
            log.info("This node leads the cluster, in term {}.", term);
        } catch (LostLeadException already) {
            lost(shard, term, already);
        }
    }

    /** On the thread of the broker that ended. */
    private void ended(Shard shard, long term, Throwable failure) {
        if (failure instanceof LostLeadException || !shard.leads(term)) {
            lost(shard, term, failure);
        } else {
            onFailure.accept(failure);
        }
    }

    private void lost(Shard shard, long term, Throwable end) {
        log.info("This node leads no more: {}", end.getMessage());
        shard.stepDown(term);
        run(this::follow);
    }

    private void follow() {
        BrokerHost ending = host;
        if (ending != null) {
            host = null;
            view.leads(false);
            brokers.detach();
            ending.close();
        }
    }

    /** Lets another node lead, if this one does and another can, before it stops. */
    public void handOver() {
        ClusterNode taking = node.getNow(null);
        if (taking != null) {
            taking.handOver();
        }
    }

    /** Ends the broker, if there is one, and this node's part in the cluster. */
    @Override
    public void close() {
        run(() -> {
            follow();
            closed = true;
        });
        thread.shutdown();
        try {
            if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                log.warn("The broker of this node did not end in time.");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        ClusterNode taking = node.getNow(null);
        if (taking != null) {
            taking.close();
        }
    }
}
