package io.fila.storage;

import io.fila.core.agenda.Moment;
import io.fila.core.journal.AgendaPage;
import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Journal;
import io.fila.core.journal.Page;
import io.fila.core.journal.Shelf;
import io.fila.core.journal.ShelfPage;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.storage.codec.BodyCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.rocks.Batch;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.DirectoryLock;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Lookup;
import io.fila.storage.rocks.MendedException;
import io.fila.storage.rocks.StorageException;
import io.fila.storage.rocks.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything a broker knows, in one directory. As a {@link Journal} it belongs to the broker thread; as an {@link Archive}
 * any thread may read.
 */
public final class RocksStore implements Journal, Archive, AutoCloseable {
    static final String SUBDIRECTORY = "rocksdb";

    private final Path directory;
    private final StopMark.Found past;
    private final DirectoryLock lock;
    private final Database database;
    private final Quarantine quarantine;
    private final Batch batch;
    private final RecordWriter writer;
    private final Consumer<String> reports;
    private final boolean sync;

    private RocksStore(
            Path directory,
            StopMark.Found past,
            DirectoryLock lock,
            Database database,
            StorageSettings settings,
            Consumer<String> reports) {
        this.directory = directory;
        this.past = past;
        this.lock = lock;
        this.database = database;
        this.quarantine = new Quarantine(database, InstantSource.system());
        this.batch = database.newBatch();
        this.writer = new RecordWriter(database, quarantine, batch);
        this.reports = reports;
        this.sync = settings.durability() == Durability.GROUP;
    }

    /**
     * Opens a directory, or makes it; one that was made in vain is taken away again.
     *
     * @param reports takes sentences for the operator: damage that was found and dealt with, a full disk; called on any
     *     thread
     * @throws StorageException if the directory cannot be used; its sentence says what to do
     */
    public static RocksStore open(Path directory, StorageSettings settings, Consumer<String> reports) {
        boolean isNew = Files.notExists(directory);
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            Format.claim(directory);
            boolean isUnused = Files.notExists(directory.resolve(SUBDIRECTORY));
            Database database = Database.open(directory.resolve(SUBDIRECTORY), settings.allowance(), reports);
            return new RocksStore(directory, StopMark.take(directory, isUnused), lock, database, settings, reports);
        } catch (RuntimeException failure) {
            lock.close();
            if (isNew) {
                takeAway(directory, failure);
            }
            throw failure;
        }
    }

    private static void takeAway(Path directory, RuntimeException failure) {
        try {
            Tree.delete(directory);
        } catch (IOException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }

    /**
     * Begins to give back the room of what was consumed. To be called now and then while the disk is low: without new
     * messages nothing else would make RocksDB do so. Any thread.
     */
    public void reclaim() {
        database.reclaim();
    }

    /**
     * Makes a backup of everything as it is at a moment, in a directory that is not there yet, while the broker goes on. Any
     * thread.
     *
     * @throws StorageException if that can't be done; nothing is left behind then
     */
    public Backup.Size backup(Path target) {
        return Backup.make(database, SUBDIRECTORY, target.toAbsolutePath());
    }

    /** How the last use of the directory ended. */
    public StopMark.Found past() {
        return past;
    }

    public Quarantine quarantine() {
        return quarantine;
    }

    @Override
    public void recover(Consumer<Record> reader) {
        batch.clear();
        boolean mended = database.wasMended();
        new Readback(database, quarantine, batch, reports, reader).run(mended);
        if (mended) {
            batch.settleMending();
        }
        if (!batch.isEmpty()) {
            write();
        }
    }

    private void write() {
        try {
            database.write(batch, sync);
        } catch (MendedException again) {
            throw new StorageException(
                    "Expected a database that has just been mended to be sound but it is not; check the disk.", again);
        }
    }

    @Override
    public void commit(List<Record> records) {
        batch.clear();
        records.forEach(writer::write);
        try {
            database.write(batch, sync);
        } catch (MendedException mended) {
            recover(known -> {});
            batch.clear();
            records.forEach(writer::write);
            write();
        }
        for (Record change : records) {
            if (change instanceof QueueDeleted deleted) {
                dropFiles(deleted.id());
            }
        }
    }

    /** The messages of a queue are most of it; the rest goes with the next compaction. */
    private void dropFiles(QueueId queue) {
        byte[] from = Keys.queue(queue);
        byte[] to = Keys.after(from);
        database.dropFiles(Family.READY, from, to);
        database.dropFiles(Family.BODIES, from, to);
    }

    @Override
    public Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        return new LaneReader(database, queue, fairnessKey, lane, afterPosition, limit).read();
    }

    @Override
    public AgendaPage agenda(QueueId queue, Moment after, int limit) {
        return new AgendaReader(database, reports, queue, after, limit).read();
    }

    @Override
    public ShelfPage browse(QueueId queue, Shelf shelf, String fairnessKey, String after, int limit) {
        return new ShelfReader(database, queue, shelf, fairnessKey, limit).read(after);
    }

    @Override
    public @Nullable Envelope envelope(QueueId queue, MessageId id) {
        byte[] key = Keys.message(queue, id);
        byte[] value = database.lookUp(Family.BODIES, key).value();
        try {
            return value == null ? null : BodyCodec.readEnvelope(key, value);
        } catch (MalformedException damaged) {
            return null;
        }
    }

    @Override
    public @Nullable Body body(QueueId queue, MessageId id) throws DamagedException {
        byte[] key = Keys.message(queue, id);
        Lookup found = database.lookUp(Family.BODIES, key);
        byte[] value = found.value();
        if (value == null && !found.blockIsDamaged()) {
            return null;
        }
        try {
            if (value != null) {
                return BodyCodec.read(key, value);
            }
        } catch (MalformedException damaged) {
            // Falls through to the report.
        }
        throw new DamagedException("Expected the body of message " + id + " (key " + Keys.spell(key)
                + ") as it was written but its checksum does not match.");
    }

    @Override
    public void close() {
        database.close();
        batch.close();
        StopMark.leave(directory);
        lock.close();
    }
}
