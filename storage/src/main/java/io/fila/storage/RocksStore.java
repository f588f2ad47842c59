package io.fila.storage;

import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Journal;
import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.record.Record;
import io.fila.storage.codec.BodyCodec;
import io.fila.storage.codec.EntryCodec;
import io.fila.storage.codec.FlowCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.LeaseCodec;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.codec.QueueCodec;
import io.fila.storage.rocks.Batch;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Lookup;
import io.fila.storage.rocks.StorageException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything a broker knows, in one directory. As a {@link Journal} it belongs to the broker thread; as an {@link Archive}
 * any thread may read.
 */
public final class RocksStore implements Journal, Archive, AutoCloseable {
    private static final byte[] FIRST = {};

    private final Database database;
    private final Quarantine quarantine;
    private final Batch batch;
    private final RecordWriter writer;
    private final boolean sync;

    private RocksStore(Database database, StorageSettings settings) {
        this.database = database;
        this.quarantine = new Quarantine(database, InstantSource.system());
        this.batch = database.newBatch();
        this.writer = new RecordWriter(database, quarantine, batch);
        this.sync = settings.durability() == Durability.GROUP;
    }

    /**
     * Opens a directory, or makes it.
     *
     * @param reports takes sentences about damage that was found and dealt with; called on any thread
     * @throws StorageException if the directory cannot be used; its sentence says what to do
     */
    public static RocksStore open(Path directory, StorageSettings settings, Consumer<String> reports) {
        Database database = Database.open(directory, settings.cacheBytes(), settings.writeBufferBytes());
        try {
            Format.claim(database);
            return new RocksStore(database, settings);
        } catch (RuntimeException failure) {
            database.close();
            throw failure;
        }
    }

    public Quarantine quarantine() {
        return quarantine;
    }

    @Override
    public void recover(Consumer<Record> reader) {
        database.scan(Family.QUEUES, FIRST, null, (key, value) -> read(QueueCodec::read, key, value, reader));
        database.scan(Family.FLOWS, FIRST, null, (key, value) -> read(FlowCodec::read, key, value, reader));
        database.scan(Family.LEASES, FIRST, null, (key, value) -> read(LeaseCodec::read, key, value, reader));
    }

    private interface Codec {
        Record read(byte[] key, byte[] value) throws MalformedException;
    }

    private static boolean read(Codec codec, byte[] key, byte[] value, Consumer<Record> reader) {
        try {
            reader.accept(codec.read(key, value));
        } catch (MalformedException damaged) {
            throw new StorageException("Expected a readable record " + Keys.spell(key) + " but it is damaged.");
        }
        return true;
    }

    @Override
    public void commit(List<Record> records) {
        batch.clear();
        records.forEach(writer::write);
        database.write(batch, sync);
    }

    @Override
    public Page page(QueueId queue, String fairnessKey, long afterPosition, int limit) {
        List<Message> messages = new ArrayList<>();
        List<Long> damaged = new ArrayList<>();
        long[] readThrough = {afterPosition};
        byte[] from = Keys.entry(queue, fairnessKey, afterPosition + 1);
        byte[] to = Keys.after(Keys.flow(queue, fairnessKey));
        database.scan(Family.READY, from, to, (key, value) -> {
            try {
                readThrough[0] = Keys.readEntry(key).position();
                messages.add(EntryCodec.read(key, value));
            } catch (MalformedException malformed) {
                damaged.add(readThrough[0]);
            }
            return messages.size() + damaged.size() < limit;
        });
        return new Page(messages, damaged, readThrough[0]);
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
        batch.close();
        database.close();
    }
}
