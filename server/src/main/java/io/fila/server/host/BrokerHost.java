package io.fila.server.host;

import io.fila.core.broker.Broker;
import io.fila.core.config.ThrottleSetting;
import io.fila.core.hook.Content;
import io.fila.core.journal.Archive;
import io.fila.core.message.Body;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.Record;
import io.fila.core.replication.LostLeadException;
import io.fila.core.runtime.BrokerLoop;
import io.fila.core.runtime.Clock;
import io.fila.core.runtime.Inbox;
import io.fila.core.runtime.recorder.FlightRecorder;
import io.fila.core.tape.Fanout;
import io.fila.core.tape.Tape;
import io.fila.scripting.LuaHooks;
import io.fila.server.access.Keyring;
import io.fila.server.config.Config;
import io.fila.server.script.ScriptThreads;
import io.fila.storage.Backup;
import io.fila.storage.DiskGauge;
import io.fila.storage.rocks.StorageException;
import io.fila.storage.rocks.Unapplied;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running broker in this process: its storage, the broker thread, and the threads that read from disk. It has no port; its
 * owner sends commands to its inbox. Thread-safe.
 */
public final class BrokerHost implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BrokerHost.class);

    /** How long a stop waits for the broker thread, and then for the readers. */
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    /** The flight recorder takes no more than this part of the heap, whatever the configuration says. */
    private static final int RECORDER_PART_OF_HEAP = 8;

    private final Storage storage;
    private final Clock clock;
    private final Inbox inbox;
    private final Readers readers = new Readers();
    private final ScriptThreads scriptThreads = new ScriptThreads();
    private final LuaHooks hooks;
    private final QueueDirectory queues = new QueueDirectory();
    private final RoomListeners roomListeners = new RoomListeners();
    private final Keyring keys;
    private final Set<String> throttles = ConcurrentHashMap.newKeySet();
    private final @Nullable FlightRecorder recorder;
    private final EffectRunner effects;
    private final BrokerLoop loop;
    private final Thread thread;
    private final @Nullable DiskWatch diskWatch;
    private final List<? extends BrokerListener> listeners;
    private final Consumer<Throwable> onFailure;
    private final AtomicBoolean failed = new AtomicBoolean();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private BrokerHost(
            Config config,
            Storage storage,
            Clock clock,
            Function<Body, Content> decoding,
            List<? extends BrokerListener> listeners,
            Consumer<Throwable> onFailure) {
        this.storage = storage;
        this.clock = clock;
        this.listeners = listeners;
        this.onFailure = onFailure;
        this.keys = new Keyring(config.cluster().map(Config.Cluster::shards).orElse(1));
        this.inbox = new Inbox(config.scheduler().commandChannelCapacity());
        this.hooks = new LuaHooks(config.scripts(), new ScriptLog(clock::nowNanos, listeners), clock::nowNanos);
        Recovered recovered = new Recovered(storage.journal());
        long began = System.nanoTime();
        Broker broker = Broker.recover(config.scheduler().broker(), recovered, clock.nowNanos());
        recovered.tell(storage.past(), Duration.ofNanos(System.nanoTime() - began));
        broker.notices().forEach(this::notice);
        this.recorder = recorder(config.scheduler().recorderBytes());
        listen(broker, listeners, recorder);
        if (storage.log() != null && !listeners.isEmpty()) {
            storage.log().tell(listeners);
        }
        ScriptEffects scriptEffects = new ScriptEffects(hooks, storage.archive(), decoding, scriptThreads, inbox);
        this.effects = new EffectRunner(storage.archive(), scriptEffects, readers, inbox, this::fail);
        this.loop = new BrokerLoop(
                broker,
                inbox,
                listeners.isEmpty() ? storage.journal() : new TimedJournal(storage.journal(), listeners),
                effects,
                this::notice,
                clock,
                config.scheduler().broker().limits().commandsPerTurn());
        this.thread = Thread.ofPlatform().name("fila-broker").unstarted(this::run);
        DiskGauge room = storage.room();
        this.diskWatch = room == null ? null : DiskWatch.start(room, inbox, storage.reclaim(), roomListeners);
    }

    /**
     * Opens the storage, recovers what it knows and begins to take commands.
     *
     * @param decoding shows scripts what is in a stored body, which the edge that took it in has encoded
     * @param listeners told of what happens inside it
     * @param onFailure told once if the broker can't go on; nothing it holds in memory may be trusted then
     */
    public static BrokerHost open(
            Config config,
            Function<Body, Content> decoding,
            List<? extends BrokerListener> listeners,
            Consumer<Throwable> onFailure) {
        return open(config, Storage.onDisk(config), Clock.system(), decoding, listeners, onFailure);
    }

    /** The same without anybody who listens. */
    public static BrokerHost open(Config config, Function<Body, Content> decoding, Consumer<Throwable> onFailure) {
        return open(config, decoding, List.of(), onFailure);
    }

    /** The same on storage that is open, which ends with the broker, and by a clock of the caller's; see {@link #wake}. */
    public static BrokerHost open(
            Config config,
            Storage storage,
            Clock clock,
            Function<Body, Content> decoding,
            Consumer<Throwable> onFailure) {
        return open(config, storage, clock, decoding, List.of(), onFailure);
    }

    /** The same with somebody who listens. */
    public static BrokerHost open(
            Config config,
            Storage storage,
            Clock clock,
            Function<Body, Content> decoding,
            List<? extends BrokerListener> listeners,
            Consumer<Throwable> onFailure) {
        try {
            BrokerHost host = new BrokerHost(config, storage, clock, decoding, listeners, onFailure);
            host.thread.start();
            return host;
        } catch (RuntimeException failure) {
            storage.close();
            throw failure;
        }
    }

    private static @Nullable FlightRecorder recorder(long bytes) {
        long most = Runtime.getRuntime().maxMemory() / RECORDER_PART_OF_HEAP;
        return bytes == 0 ? null : new FlightRecorder(Math.min(bytes, most));
    }

    private static void listen(Broker broker, List<? extends Tape> listeners, @Nullable FlightRecorder recorder) {
        List<Tape> all = new ArrayList<>(listeners);
        if (recorder != null) {
            all.add(recorder);
        }
        if (!all.isEmpty()) {
            broker.record(all.size() == 1 ? all.getFirst() : new Fanout(all.toArray(new Tape[0])));
        }
    }

    public Inbox inbox() {
        return inbox;
    }

    /** Turns that are durable by the log alone: a start would replay them. */
    public long unappliedTurns() {
        return unapplied().turns();
    }

    public long unappliedBytes() {
        return unapplied().logBytes();
    }

    private Unapplied unapplied() {
        LogProbe probe = storage.log();
        return probe == null ? Unapplied.NONE : probe.unapplied().get();
    }

    public Archive archive() {
        return storage.archive();
    }

    public Clock clock() {
        return clock;
    }

    /** Which queues there are on disk. */
    public QueueDirectory queues() {
        return queues;
    }

    /** Makes a backup of everything in a directory that is not there yet; waits for it. */
    public BackupSize backUp(Path directory) throws BackupException {
        Function<Path, Backup.Size> backups = storage.backups();
        if (backups == null) {
            throw new BackupException(
                    "Expected a broker that keeps its data on disk but this one keeps it in memory.", null);
        }
        try {
            long began = System.nanoTime();
            Backup.Size made = backups.apply(directory);
            log.info(
                    "A backup of {} bytes in {} files was made in {} within {} ms.",
                    made.bytes(),
                    made.files(),
                    directory,
                    Duration.ofNanos(System.nanoTime() - began).toMillis());
            return new BackupSize(made.files(), made.bytes());
        } catch (StorageException refused) {
            throw new BackupException(String.valueOf(refused.getMessage()), refused);
        }
    }

    /** Tells the listener whether the disk has room for new messages, now and whenever that changes. */
    public void onRoomChange(RoomListener listener) {
        roomListeners.add(listener);
    }

    /** The keys there are. */
    public Keyring keys() {
        return keys;
    }

    /** The scripts of all queues. */
    public LuaHooks hooks() {
        return hooks;
    }

    /** What remembers the last steps; null if nothing does. */
    public @Nullable FlightRecorder recorder() {
        return recorder;
    }

    /** Where scripts run. */
    public ScriptThreads scriptThreads() {
        return scriptThreads;
    }

    /** Where work that waits for the disk is done. */
    public Executor readers() {
        return readers;
    }

    /** Whether consumers wait for messages that have to be read from disk. */
    public boolean isReadingPages() {
        return effects.isReadingPages();
    }

    /** How the broker rests, or null if it is at work: it decides, reads, or asks a script. */
    public @Nullable Rest rest() {
        BrokerLoop.Sleep sleep = loop.sleep();
        // What readers and scripts find out is in the inbox before they are idle, so the inbox is looked at after them.
        if (sleep == null || !scriptThreads.areIdle() || !readers.areIdle() || inbox.size() > 0) {
            return null;
        }
        return sleep.equals(loop.sleep()) ? new Rest(sleep.turns(), readers.asked(), sleep.untilNanos()) : null;
    }

    /** Completes when the broker decides nothing any more: who waits for an answer then waits in vain. */
    public CompletableFuture<Void> end() {
        return end;
    }

    /** Makes the broker look at its clock again, which moved otherwise than by waiting. */
    public void wake() {
        loop.wake();
    }

    /** Decides on what has come so far, commits it, and closes the storage. */
    @Override
    public void close() {
        if (diskWatch != null) {
            diskWatch.close();
        }
        scriptThreads.close();
        loop.stop();
        readers.shutdown();
        try {
            boolean stopped = thread.join(PATIENCE);
            stopped &= readers.awaitEnd(PATIENCE);
            if (stopped) {
                storage.close();
            } else {
                log.warn(
                        "The storage was not closed cleanly, because threads that use it did not stop in time. The next start recovers.");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether any throttle is set. */
    public boolean hasThrottles() {
        return !throttles.isEmpty();
    }

    private void notice(Record change) {
        if (change instanceof ConfigChanged setting && ThrottleSetting.of(setting.key()) != null) {
            if (setting.value() == null) {
                throttles.remove(setting.key());
            } else {
                throttles.add(setting.key());
            }
        }
        hooks.notice(change);
        queues.notice(change);
        keys.notice(change);
        for (BrokerListener listener : listeners) {
            listener.noticed(change);
        }
    }

    private void run() {
        try {
            loop.run();
        } catch (Throwable failure) {
            fail(failure);
        } finally {
            end.complete(null);
        }
    }

    private void fail(Throwable failure) {
        if (failed.compareAndSet(false, true)) {
            if (failure instanceof LostLeadException) {
                onFailure.accept(failure);
                return;
            }
            log.error("The broker cannot continue: its memory may differ from what is on disk.", failure);
            onFailure.accept(failure);
        }
    }
}
