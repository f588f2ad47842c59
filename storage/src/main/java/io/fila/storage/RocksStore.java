package io.fila.storage;

import io.fila.core.journal.Archive;
import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.storage.log.Device;
import io.fila.storage.log.Frame;
import io.fila.storage.log.Log;
import io.fila.storage.log.LogListener;
import io.fila.storage.rocks.Applier;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.DirectoryLock;
import io.fila.storage.rocks.DirectoryTree;
import io.fila.storage.rocks.Gathering;
import io.fila.storage.rocks.StorageException;
import io.fila.storage.rocks.Unapplied;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * Everything a broker knows, in one directory. As a {@link Journal} it belongs to the broker thread; as an {@link Archive}
 * any thread may read.
 */
public final class RocksStore extends DatabaseArchive implements Journal, AutoCloseable {
    static final String SUBDIRECTORY = "rocksdb";
    static final String LOG = "log";

    private final Path directory;
    private final StopMark.Found past;
    private final DirectoryLock lock;
    private final Database database;
    private final Quarantine quarantine;
    private final Log log;
    private final Applier applier;
    private final Frame frame = new Frame();
    private final RecordWriter writer;
    private long turns;

    private RocksStore(
            Path directory,
            StopMark.Found past,
            DirectoryLock lock,
            Database database,
            Log log,
            Gathering gathering,
            Consumer<String> reports) {
        super(reports);
        this.directory = directory;
        this.past = past;
        this.lock = lock;
        this.database = database;
        this.quarantine = new Quarantine(database, InstantSource.system());
        this.log = log;
        this.applier = new Applier(database, gathering, applied -> log.truncate(applied.position()));
        this.writer = new RecordWriter(database, quarantine, frame);
    }

    /**
     * Opens a directory, or makes it; one that was made in vain is taken away again.
     *
     * @param reports takes sentences for the operator: damage that was found and dealt with, a full disk; called on any
     *     thread
     * @throws StorageException if the directory cannot be used; its sentence says what to do
     */
    public static RocksStore open(Path directory, StorageSettings settings, Consumer<String> reports) {
        return open(directory, settings, Device.DISK, Gathering.of(settings.allowance()), reports);
    }

    /** The same with a log that may be written elsewhere than to the disk, and is applied sooner or later. */
    static RocksStore open(
            Path directory, StorageSettings settings, Device device, Gathering gathering, Consumer<String> reports) {
        boolean isNew = Files.notExists(directory);
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            Format.claim(directory);
            boolean isUnused = Files.notExists(directory.resolve(SUBDIRECTORY));
            Database database = Database.open(directory.resolve(SUBDIRECTORY), settings.allowance(), reports);
            try {
                if (Format.isOld(directory)) {
                    // Moves RocksDB's own log into tables, if there is one; from here on only our log is written.
                    database.flush();
                    Format.stamp(directory);
                }
                StopMark.Found past = StopMark.take(directory, isUnused);
                Log log = openLog(directory, database, settings, device, reports);
                return new RocksStore(directory, past, lock, database, log, gathering, reports);
            } catch (RuntimeException failure) {
                database.close();
                throw failure;
            }
        } catch (RuntimeException failure) {
            lock.close();
            if (isNew) {
                takeAway(directory, failure);
            }
            throw failure;
        }
    }

    private static Log openLog(
            Path directory, Database database, StorageSettings settings, Device device, Consumer<String> reports) {
        long applied = database.applied().position();
        // A mended database may have lost what it noted.
        boolean isKnown = applied > 0 || !database.wasMended();
        Log log = Log.open(
                directory.resolve(LOG),
                isKnown ? applied : Log.UNKNOWN,
                database.recent(),
                settings.allowance().segmentBytes(),
                settings.durability() == Durability.GROUP,
                device,
                reports);
        try {
            database.compareWith(log.last());
            return log;
        } catch (RuntimeException failure) {
            log.close();
            throw failure;
        }
    }

    private static void takeAway(Path directory, RuntimeException failure) {
        try {
            DirectoryTree.delete(directory);
        } catch (IOException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }

    @Override
    Database database() {
        return database;
    }

    /**
     * Begins to give back the room of what was consumed. To be called now and then while the disk is low: without new
     * messages nothing else would make RocksDB do so. Any thread.
     */
    public void reclaim() {
        if (!applier.begin()) {
            database.reclaim();
        }
    }

    /**
     * Makes a backup of everything as it is at a moment, in a directory that is not there yet, while the broker goes on. Any
     * thread.
     *
     * @throws StorageException if that can't be done; nothing is left behind then
     */
    public Backup.Size backup(Path target) {
        return Backup.make(database, log, target.toAbsolutePath());
    }

    /** Sets who hears of appends to the log. Call it before the broker thread starts. */
    public void listen(LogListener listener) {
        log.listen(listener);
    }

    /** What only the log holds so far. Any thread. */
    public Unapplied unapplied() {
        return database.recent().unapplied();
    }

    /** How the directory was left by its last user. */
    public StopMark.Found past() {
        return past;
    }

    public Quarantine quarantine() {
        return quarantine;
    }

    @Override
    public void recover(Consumer<Record> reader) {
        frame.clear();
        boolean _ = database.wasMendedSince();
        boolean mended = database.wasMended();
        new Readback(database, quarantine, frame, reports(), reader).run(mended);
        if (!frame.isEmpty()) {
            appendFrame();
        }
        if (mended) {
            applier.applyAll();
            database.settleMending(log.last());
        }
    }

    @Override
    public long append(List<Record> records) {
        commit(records);
        return turns;
    }

    @Override
    public long confirm() {
        return turns;
    }

    @Override
    public long durable(boolean idle) {
        return turns;
    }

    /** Appends a turn and returns when it is durable. */
    public void commit(List<Record> records) {
        if (database.wasMendedSince()) {
            recover(known -> {});
        }
        frame.clear();
        records.forEach(writer::write);
        if (!frame.isEmpty()) {
            appendFrame();
        }
        turns++;
    }

    private void appendFrame() {
        long _ = log.append(frame);
        applier.turnAdded();
    }

    /** Applies the log if the disk allows; otherwise the next start does. */
    @Override
    public void close() {
        database.stopWaiting();
        log.stopWaiting();
        try {
            applier.applyAll();
            log.clear();
        } catch (StorageException unable) {
            reports().accept(String.valueOf(unable.getMessage()));
        }
        applier.close();
        database.close();
        log.close();
        StopMark.leave(directory);
        lock.close();
    }
}
