package io.fila.storage.rocks;

import io.fila.storage.codec.Keys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Changes that become visible and durable together or not at all. One thread; owns native memory until closed. */
public final class Batch implements Changes, AutoCloseable {
    /** One of three keys in RocksDB's mandatory column family: it exists until a repair is complete. */
    static final byte[] MENDED = "mended".getBytes(StandardCharsets.UTF_8);

    /** Another: the position of the last turn in this database, which has all turns before it too. */
    static final byte[] APPLIED = "applied".getBytes(StandardCharsets.UTF_8);

    /** The third: the turn that the log must reach, or else parts of what belongs together are missing. The key is older than that. */
    static final byte[] NEEDED = "taken-back".getBytes(StandardCharsets.UTF_8);

    private static final int KEY_BYTES = 1024;

    private final Database database;
    private final WriteBatch changes = new WriteBatch();
    private ByteBuffer keys = ByteBuffer.allocateDirect(KEY_BYTES);

    Batch(Database database) {
        this.database = database;
    }

    @Override
    public void insert(Family family, byte[] key, byte[] value) {
        put(family, key, value);
    }

    @Override
    public void put(Family family, byte[] key, byte[] value) {
        try {
            changes.put(handle(family), key, value);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    /** The same with a value in a direct buffer. */
    void put(Family family, byte[] key, ByteBuffer value) {
        if (keys.capacity() < key.length) {
            keys = ByteBuffer.allocateDirect(key.length);
        }
        try {
            changes.put(handle(family), keys.clear().put(key).flip(), value);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    @Override
    public void delete(Family family, byte[] key) {
        try {
            changes.delete(handle(family), key);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    @Override
    public void deleteQueue(byte[] queue) {
        byte[] end = Keys.after(queue);
        try {
            for (Family family : Family.values()) {
                if (family.isPerQueue()) {
                    changes.deleteRange(handle(family), queue, end);
                }
            }
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    /** Notes that with these changes the database has every turn up to this one. */
    void noteApplied(Applied applied) {
        try {
            changes.put(APPLIED, applied.bytes());
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    /** Notes that with these changes the database is whole only if the log has this turn. */
    void noteNeeded(long turn) {
        try {
            changes.put(NEEDED, Applied.local(turn).bytes());
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    /** Notes that the database was mended: related records may be missing. */
    void noteMending() {
        try {
            changes.put(MENDED, MENDED);
            changes.delete(NEEDED);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    /** Removes the note of a mending: with these changes everything is consistent again. */
    void settleMending() {
        try {
            changes.delete(MENDED);
        } catch (RocksDBException failure) {
            throw unwritable(failure);
        }
    }

    public boolean isEmpty() {
        return changes.count() == 0;
    }

    /** Its size in native memory. */
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
