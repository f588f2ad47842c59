package io.fila.storage;

import io.fila.core.journal.Archive;
import io.fila.core.journal.Journal;
import io.fila.core.replication.LogPosition;
import io.fila.core.replication.Replica;
import io.fila.core.replication.ReplicatedLog;
import io.fila.storage.log.Frame;
import io.fila.storage.rocks.Applied;
import io.fila.storage.rocks.Applier;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.DirectoryLock;
import io.fila.storage.rocks.DirectoryTree;
import io.fila.storage.rocks.FileFault;
import io.fila.storage.rocks.Gathering;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One node's copy of what a cluster knows, in one directory: a database without a log of its own, because the cluster has one. As
 * a {@link Replica} it belongs to the thread that applies the log; as an {@link Archive} any thread may read.
 */
public final class ReplicaStore extends DatabaseArchive implements Replica, AutoCloseable {
    /** The format of what is in a copy, and of the turns that are applied to it. */
    public static final int FORMAT = Format.TURNS;

    /** A copy from another node, not installed yet. */
    private static final String RECEIVED = "received";

    /**
     * How much gathers in memory before it is applied. Bodies are included, and a second batch gathers while the first is
     * applied.
     */
    private static final long GATHERED_BYTES = 16L << 20;

    private final Path directory;
    private final StorageSettings settings;
    private final StopMark.Found past;
    private final DirectoryLock lock;
    private final Runnable onPersisted;
    private volatile @Nullable Copy copy;
    private volatile LogPosition persisted;
    private long replayedThrough = Long.MAX_VALUE;

    /** An open database and its applier. */
    private record Copy(Database database, Applier applier) {
        void close() {
            applier.close();
            database.close();
        }
    }

    private ReplicaStore(
            Path directory,
            StorageSettings settings,
            StopMark.Found past,
            DirectoryLock lock,
            Runnable onPersisted,
            Consumer<String> reports) {
        super(reports);
        this.directory = directory;
        this.settings = settings;
        this.past = past;
        this.lock = lock;
        this.onPersisted = onPersisted;
        this.persisted = LogPosition.NONE;
    }

    /**
     * Opens a directory, or makes it.
     *
     * @param onPersisted told whenever more of what was applied is on the disk, on any thread; must not block
     * @param reports takes sentences for the operator; called on any thread
     * @throws StorageException if the directory cannot be used; its sentence says what to do
     */
    public static ReplicaStore open(
            Path directory, StorageSettings settings, Runnable onPersisted, Consumer<String> reports) {
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            Format.claimReplica(directory);
            boolean isUnused = Files.notExists(directory.resolve(RocksStore.SUBDIRECTORY))
                    && Files.notExists(directory.resolve(RECEIVED));
            StopMark.Found past = StopMark.take(directory, isUnused);
            ReplicaStore store = new ReplicaStore(directory, settings, past, lock, onPersisted, reports);
            store.finishInstalling();
            store.openCopy();
            return store;
        } catch (RuntimeException failure) {
            lock.close();
            throw failure;
        }
    }

    private void openCopy() {
        Database database = Database.openReplica(home(), settings.allowance(), reports());
        persisted = position(database.applied());
        long bytes = Math.min(GATHERED_BYTES, settings.allowance().logBytes());
        copy = new Copy(database, new Applier(database, Gathering.briefly(bytes), this::persisted));
    }

    private void persisted(Applied applied) {
        persisted = position(applied);
        onPersisted.run();
    }

    private Path home() {
        return directory.resolve(RocksStore.SUBDIRECTORY);
    }

    private static LogPosition position(Applied applied) {
        return applied.term() == 0
                ? LogPosition.NONE
                : new LogPosition(applied.position(), applied.term(), applied.timeNanos());
    }

    @Override
    Database database() {
        return copy().database();
    }

    private Copy copy() {
        Copy open = copy;
        if (open == null) {
            throw new StorageException("Expected an open copy in " + directory + " but it is closed.");
        }
        return open;
    }

    @Override
    public LogPosition persisted() {
        return persisted;
    }

    @Override
    public void replayedThrough(long index) {
        replayedThrough = index;
    }

    @Override
    public void apply(LogPosition at, ByteBuffer turn) {
        Copy open = copy();
        Applied applied = new Applied(at.index(), at.term(), at.timeNanos());
        Frame.addTo(open.database().recent(), applied, turn, at.index() <= replayedThrough);
        open.applier().turnAdded();
    }

    @Override
    public LogPosition persist() {
        copy().applier().applyAll();
        return persisted;
    }

    /** Starts to flush applied changes to disk, without waiting. Any thread. */
    public void beginPersisting() {
        boolean _ = copy().applier().begin();
    }

    /** Starts to free the space of consumed messages; see {@link RocksStore#reclaim}. Any thread. */
    public void reclaim() {
        Copy open = copy();
        if (!open.applier().begin()) {
            open.database().reclaim();
        }
    }

    /**
     * The journal of a broker that leads a term.
     *
     * @param clock the time by which that broker decides
     */
    public Journal journal(ReplicatedLog log, long term, LongSupplier clock) {
        return new ReplicatedJournal(database(), log, term, clock, reports());
    }

    /** Makes a copy of the database in a directory that is not there yet, of what was applied up to an entry. Any thread. */
    public LogPosition copyTo(Path target) {
        Copy open = copy();
        try (Applier.Rest rest = open.applier().rest()) {
            LogPosition position = position(open.database().applied());
            if (position.index() < open.database().recent().needed()) {
                throw new StorageException(
                        "Expected to copy " + home() + " but it has parts of later entries, from before the"
                                + " last start, and has not replayed those yet; try again in a moment.");
            }
            // Copying tables may take long; those that are to be copied have been chosen by now, so turns may go on.
            open.database().copyTo(target, copying -> rest.end());
            return position;
        } catch (IOException failure) {
            throw failed("copy the database to " + target, failure);
        }
    }

    private Path unfinishedCopy() {
        return directory.resolve(RECEIVED + ".unfinished");
    }

    /** The empty directory for a copy from another node, before {@link #install}. */
    public Path makeRoomForCopy() {
        Path received = unfinishedCopy();
        try {
            DirectoryTree.delete(received);
            return Files.createDirectories(received);
        } catch (IOException failure) {
            throw failed("make room in " + received, failure);
        }
    }

    /** Replaces this copy by the one that was put there. Nothing may be applied meanwhile. */
    public LogPosition install() {
        try {
            Path received = directory.resolve(RECEIVED);
            DirectoryTree.delete(received);
            Path complete = unfinishedCopy();
            DirectoryTree.sync(complete);
            Files.move(complete, received, StandardCopyOption.ATOMIC_MOVE);
            DirectoryTree.sync(directory);
            close(copy());
            finishInstalling();
            openCopy();
            return persisted;
        } catch (IOException failure) {
            throw failed("install a copy in " + directory, failure);
        }
    }

    /** Completes an installation that a crash may have interrupted, and gives back the room of a copy that is not complete. */
    private void finishInstalling() {
        Path received = directory.resolve(RECEIVED);
        try {
            DirectoryTree.delete(unfinishedCopy());
            if (Files.notExists(received)) {
                return;
            }
            DirectoryTree.delete(home());
            Files.move(received, home(), StandardCopyOption.ATOMIC_MOVE);
            DirectoryTree.sync(directory);
        } catch (IOException failure) {
            throw failed("install a copy in " + home(), failure);
        }
    }

    private void close(Copy open) {
        copy = null;
        open.database().stopWaiting();
        open.close();
    }

    /** Makes a backup that a single broker can start from, in a directory that is not there yet. Any thread. */
    public Backup.Size backup(Path target) {
        return Backup.make(target.toAbsolutePath(), draft -> {
            LogPosition _ = copyTo(draft.resolve(RocksStore.SUBDIRECTORY));
        });
    }

    /** How the directory was left by its last user. */
    public StopMark.Found past() {
        return past;
    }

    public Quarantine quarantine() {
        return new Quarantine(database(), InstantSource.system());
    }

    private static StorageException failed(String aim, IOException failure) {
        return new StorageException(
                "Expected to " + aim + " but could not: " + FileFault.explain(failure)
                        + "; check the room and the permissions there.",
                failure);
    }

    /** Flushes applied changes if the disk allows; otherwise the log is replayed. */
    @Override
    public void close() {
        Copy open = copy;
        if (open != null) {
            try {
                open.database().stopWaiting();
                open.applier().applyAll();
            } catch (StorageException unable) {
                reports().accept(String.valueOf(unable.getMessage()));
            }
            close(open);
        }
        StopMark.leave(directory);
        lock.close();
    }
}
