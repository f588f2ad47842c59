package io.fila.server.host;

import io.fila.core.broker.Broker;
import io.fila.core.hook.Content;
import io.fila.core.journal.Archive;
import io.fila.core.message.Body;
import io.fila.core.runtime.BrokerLoop;
import io.fila.core.runtime.Clock;
import io.fila.core.runtime.Inbox;
import io.fila.scripting.LuaHooks;
import io.fila.server.config.Config;
import io.fila.server.script.ScriptThreads;
import io.fila.storage.DiskGauge;
import io.fila.storage.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker at work in this process: its storage, the broker thread, and the threads that read from disk for it. It has no
 * port; whoever holds it sends commands to its inbox. Any thread.
 */
public final class BrokerHost implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BrokerHost.class);

    /** Threads that read pages and bodies; more would only queue up at the disk. */
    private static final int READERS = 4;

    /** How long a stop waits for the broker thread, and then for the readers. */
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    private final RocksStore store;
    private final Clock clock = Clock.system();
    private final Inbox inbox;
    private final ExecutorService readers;
    private final ScriptThreads scriptThreads = new ScriptThreads();
    private final LuaHooks hooks;
    private final BrokerLoop loop;
    private final Thread thread;
    private final DiskWatch diskWatch;
    private final Consumer<Throwable> onFailure;
    private final AtomicBoolean failed = new AtomicBoolean();

    private BrokerHost(
            Config config, RocksStore store, Function<Body, Content> decoding, Consumer<Throwable> onFailure) {
        this.store = store;
        this.onFailure = onFailure;
        this.inbox = new Inbox(config.scheduler().commandChannelCapacity());
        this.readers = Executors.newFixedThreadPool(
                READERS, Thread.ofPlatform().name("fila-reader-", 0).daemon().factory());
        this.hooks = new LuaHooks(config.scripts(), new ScriptLog(), System::nanoTime);
        Broker broker = Broker.recover(config.scheduler().broker(), store, clock.nowNanos());
        broker.notices().forEach(hooks::notice);
        ScriptErrands scriptErrands = new ScriptErrands(hooks, store, decoding, scriptThreads, inbox);
        this.loop = new BrokerLoop(
                broker,
                inbox,
                store,
                new ReadingErrands(store, scriptErrands, readers, inbox, this::fail),
                hooks::notice,
                clock,
                config.scheduler().broker().limits().commandsPerTurn());
        this.thread = Thread.ofPlatform().name("fila-broker").unstarted(this::run);
        this.diskWatch =
                DiskWatch.start(DiskGauge.of(config.server().dataDirectory(), config.storage()), inbox, store::reclaim);
    }

    /**
     * Opens the storage, recovers what it knows and begins to take commands.
     *
     * @param decoding shows scripts what is in a stored body, which the edge that took it in has encoded
     * @param onFailure told once if the broker can't go on; nothing it holds in memory may be trusted then
     */
    public static BrokerHost open(Config config, Function<Body, Content> decoding, Consumer<Throwable> onFailure) {
        Path directory = config.server().dataDirectory();
        RocksStore store = RocksStore.open(directory, config.storage(), sentence -> log.error("{}", sentence));
        try {
            BrokerHost host = new BrokerHost(config, store, decoding, onFailure);
            host.thread.start();
            return host;
        } catch (RuntimeException failure) {
            store.close();
            throw failure;
        }
    }

    public Inbox inbox() {
        return inbox;
    }

    public Archive archive() {
        return store;
    }

    public Clock clock() {
        return clock;
    }

    /** The scripts of all queues. */
    public LuaHooks hooks() {
        return hooks;
    }

    /** Where scripts run. */
    public ScriptThreads scriptThreads() {
        return scriptThreads;
    }

    /** Where work that waits for the disk is done. */
    public Executor readers() {
        return readers;
    }

    /** Decides on what has come so far, commits it, and closes the storage. */
    @Override
    public void close() {
        diskWatch.close();
        scriptThreads.close();
        loop.stop();
        readers.shutdown();
        try {
            boolean stopped = thread.join(PATIENCE);
            stopped &= readers.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (stopped) {
                store.close();
            } else {
                log.warn("The storage is left as after a crash, because threads that use it did not stop in time.");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            loop.run();
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private void fail(Throwable failure) {
        if (failed.compareAndSet(false, true)) {
            log.error("The broker can't go on: what it holds in memory may differ from what is on disk.", failure);
            onFailure.accept(failure);
        }
    }
}
