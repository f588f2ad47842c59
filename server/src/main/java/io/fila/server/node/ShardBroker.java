package io.fila.server.node;

import io.fila.cluster.Shard;
import io.fila.core.replication.LostLeadException;
import io.fila.core.runtime.Clock;
import io.fila.server.config.Config;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.Storage;
import io.fila.storage.Backup;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker of a shard, for as long as this node leads it. What it had in memory is dropped when the lead ends, because only what
 * was committed counts. One thread opens and ends brokers.
 */
final class ShardBroker implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ShardBroker.class);

    /** How long a stop waits for a broker that is being opened or ended. */
    private static final long PATIENCE_SECONDS = 10;

    private final int number;
    private final Config config;
    private final BrokerNode.Brokers brokers;
    private final NodeView view;
    private final Function<Path, Backup.Size> backups;
    private final Consumer<Throwable> onBrokerFailure;
    private final Consumer<Throwable> onFailure;

    /** No daemon: a node that follows has no broker thread for which the process would go on. */
    private final ExecutorService thread;

    private volatile @Nullable BrokerHost host;
    private boolean closed;

    /**
     * Without a broker yet.
     *
     * @param backups makes a backup of the node
     * @param onBrokerFailure told of what the broker, which can't go on, has logged
     * @param onFailure told of any other reason why the node can't go on; nobody has logged it
     */
    ShardBroker(
            int number,
            Config config,
            BrokerNode.Brokers brokers,
            NodeView view,
            Function<Path, Backup.Size> backups,
            Consumer<Throwable> onBrokerFailure,
            Consumer<Throwable> onFailure) {
        this.backups = backups;
        this.number = number;
        this.config = config;
        this.brokers = brokers;
        this.view = view;
        this.onBrokerFailure = onBrokerFailure;
        this.onFailure = onFailure;
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name("fila-lead-" + number).factory());
    }

    NodeView view() {
        return view;
    }

    /** The broker that is at work; null if this node does not lead the shard. */
    @Nullable BrokerHost host() {
        return host;
    }

    void begin(Shard shard, long term, Runnable whenStarted) {
        run(() -> {
            whenStarted.run();
            lead(shard, term);
        });
    }

    void end() {
        run(this::follow);
    }

    void changed() {
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
            onFailure.accept(failure);
        }
    }

    private void lead(Shard shard, long term) {
        follow();
        if (closed) {
            return;
        }
        try {
            Clock clock = shard.beginClock();
            Storage storage =
                    Storage.ofNode(config, shard.store(), shard.journal(term, clock), shard::freeBytes, backups);
            host = brokers.open(
                    config, number, term, storage, clock, failure -> ended(shard, term, failure, onBrokerFailure));
            view.leads(true);
            log.info("This node leads shard {}, in term {}.", number, term);
        } catch (RuntimeException failure) {
            // Whoever leads no more may lose its copy while it reads it.
            ended(shard, term, failure, onFailure);
        }
    }

    /** @param otherwise told if it was not the lead that ended */
    private void ended(Shard shard, long term, Throwable failure, Consumer<Throwable> otherwise) {
        if (failure instanceof LostLeadException || !shard.leads(term)) {
            lost(shard, term, failure);
        } else {
            otherwise.accept(failure);
        }
    }

    private void lost(Shard shard, long term, Throwable end) {
        log.info("This node leads shard {} no more: {}", number, end.getMessage());
        shard.stepDown(term);
        run(this::follow);
    }

    private void follow() {
        BrokerHost ending = host;
        if (ending != null) {
            host = null;
            view.leads(false);
            brokers.detach(number);
            ending.close();
        }
    }

    @Override
    public void close() {
        run(() -> {
            follow();
            closed = true;
        });
        thread.shutdown();
        try {
            if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                log.warn("The broker of shard {} did not end in time.", number);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
