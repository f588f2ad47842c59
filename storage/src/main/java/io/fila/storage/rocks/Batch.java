package io.fila.storage.rocks;

import java.nio.charset.StandardCharsets;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Changes that become visible and durable together or not at all. One thread; owns native memory until closed. */
public final class Batch implements AutoCloseable {
    /** The one key in the column family that RocksDB insists on: there while a mending is not settled. */
    static final byte[] MENDED = "mended".getBytes(StandardCharsets.UTF_8);

    private final Database database;
    private final WriteBatch changes = new WriteBatch();

    Batch(Database database) {
        this.database = database;
    }

    public void put(Family family, byte[] key, byte[] value) {
        try {
            changes.put(handle(family), key, value);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    public void delete(Family family, byte[] key) {
        try {
            changes.delete(handle(family), key);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    /** Deletes every key from the first, inclusive, to the last, exclusive. */
    public void deleteRange(Family family, byte[] from, byte[] to) {
        try {
            changes.deleteRange(handle(family), from, to);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    /** Notes that the database has been mended: parts of what belongs together may be missing. */
    void noteMending() {
        try {
            changes.put(MENDED, MENDED);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    /** Takes the note of a mending back: with these changes everything fits together again. */
    public void settleMending() {
        try {
            changes.delete(MENDED);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    public boolean isEmpty() {
        return changes.count() == 0;
    }

    /** What it takes in native memory. */
    long bytes() {
        return changes.getDataSize();
    }

    public void clear() {
        changes.clear();
    }

    WriteBatch changes() {
        return changes;
    }

    private ColumnFamilyHandle handle(Family family) {
        return database.handle(family);
    }

    private static StorageException unwritable(RocksDBException failure) {
        return new StorageException(
                "Expected to add to a batch but RocksDB refused: " + failure.getMessage() + ".", failure);
    }

    @Override
    public void close() {
        changes.close();
    }
}
