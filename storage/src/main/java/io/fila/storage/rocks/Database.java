package io.fila.storage.rocks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/** An open RocksDB directory. One thread writes; any thread reads, and none sees the database go away under it. */
public final class Database implements AutoCloseable {
    private static final String SUBDIRECTORY = "rocksdb";

    private final Path directory;
    private final DirectoryLock directoryLock;
    private final Tuning tuning;
    private final ReadOptions verified = new ReadOptions();
    private final ReadOptions unverified =
            new ReadOptions().setVerifyChecksums(false).setFillCache(false);
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final WriteOptions unsynced = new WriteOptions();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Family, ColumnFamilyHandle> handles = new EnumMap<>(Family.class);
    private @Nullable RocksDB rocks;

    private Database(Path directory, DirectoryLock directoryLock, Tuning tuning) {
        this.directory = directory;
        this.directoryLock = directoryLock;
        this.tuning = tuning;
    }

    public static Database open(Path parent, long cacheBytes, long writeBufferBytes) {
        DirectoryLock directoryLock = DirectoryLock.take(parent);
        try {
            NativeLibrary.load();
            Tuning tuning = new Tuning(cacheBytes, writeBufferBytes);
            Database database = new Database(parent.resolve(SUBDIRECTORY), directoryLock, tuning);
            try {
                database.openRocks();
            } catch (RocksDBException | RuntimeException failure) {
                database.releaseNative();
                throw failure instanceof RuntimeException known
                        ? known
                        : new StorageException(
                                "Expected to open the database in " + parent.toAbsolutePath() + " but RocksDB refused: "
                                        + failure.getMessage()
                                        + "; restore the directory from a backup, or move it away to begin anew.",
                                failure);
            }
            return database;
        } catch (RuntimeException failure) {
            directoryLock.close();
            throw failure;
        }
    }

    private void openRocks() throws RocksDBException {
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        rocks = RocksDB.open(tuning.database(), directory.toString(), tuning.families(), opened);
        Iterator<ColumnFamilyHandle> next = opened.iterator();
        for (Family family : Family.values()) {
            handles.put(family, next.next());
        }
    }

    public Batch newBatch() {
        return new Batch(this);
    }

    /** Writes the batch, and returns when it is with the operating system or, if told to sync, on the disk. */
    public void write(Batch batch, boolean sync) {
        lock.readLock().lock();
        try {
            rocks().write(sync ? synced : unsynced, batch.changes());
        } catch (RocksDBException failure) {
            throw new StorageException(
                    "Expected to write to the database in " + directory + " but RocksDB refused: "
                            + failure.getMessage() + "; check the disk and start again.",
                    failure);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Looks a key up; in a damaged block it looks again without regard to the block's checksum. */
    public Lookup lookUp(Family family, byte[] key) {
        lock.readLock().lock();
        try {
            return lookUpVerified(family, key);
        } catch (RocksDBException failure) {
            throw unreadable(family, failure);
        } finally {
            lock.readLock().unlock();
        }
    }

    private Lookup lookUpVerified(Family family, byte[] key) throws RocksDBException {
        try {
            return new Lookup(rocks().get(handle(family), verified, key), false);
        } catch (RocksDBException failure) {
            if (!isCorruption(failure)) {
                throw failure;
            }
            return new Lookup(lookUpUnverified(family, key), true);
        }
    }

    private byte @Nullable [] lookUpUnverified(Family family, byte[] key) throws RocksDBException {
        try {
            return rocks().get(handle(family), unverified, key);
        } catch (RocksDBException failure) {
            if (!isCorruption(failure)) {
                throw failure;
            }
            return null;
        }
    }

    /** Takes records in order until it has had enough. */
    public interface Visitor {
        /** True to go on. */
        boolean visit(byte[] key, byte[] value);
    }

    /**
     * Visits the records of a range in order, and stops early at a damaged block.
     *
     * @return false if it stopped at a damaged block
     */
    public boolean scan(Family family, byte[] from, byte @Nullable [] to, Visitor visitor) {
        lock.readLock().lock();
        try (Slice bound = to == null ? null : new Slice(to);
                ReadOptions options = new ReadOptions()) {
            if (bound != null) {
                options.setIterateUpperBound(bound);
            }
            try (RocksIterator iterator = rocks().newIterator(handle(family), options)) {
                iterator.seek(from);
                while (iterator.isValid() && visitor.visit(iterator.key(), iterator.value())) {
                    iterator.next();
                }
                iterator.status();
                return true;
            }
        } catch (RocksDBException failure) {
            if (isCorruption(failure)) {
                return false;
            }
            throw unreadable(family, failure);
        } finally {
            lock.readLock().unlock();
        }
    }

    ColumnFamilyHandle handle(Family family) {
        ColumnFamilyHandle handle = handles.get(family);
        if (handle == null) {
            throw closed();
        }
        return handle;
    }

    private RocksDB rocks() {
        RocksDB open = rocks;
        if (open == null) {
            throw closed();
        }
        return open;
    }

    private static boolean isCorruption(RocksDBException failure) {
        Status status = failure.getStatus();
        return status != null && status.getCode() == Status.Code.Corruption;
    }

    private StorageException unreadable(Family family, RocksDBException failure) {
        return new StorageException(
                "Expected to read " + family.title() + " in " + directory + " but RocksDB refused: "
                        + failure.getMessage() + "; check the disk.",
                failure);
    }

    private StorageException closed() {
        return new StorageException("Expected an open database in " + directory + " but it is closed.");
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (rocks != null) {
                closeRocks();
                releaseNative();
                directoryLock.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void closeRocks() {
        handles.values().forEach(ColumnFamilyHandle::close);
        handles.clear();
        rocks().close();
        rocks = null;
    }

    private void releaseNative() {
        verified.close();
        unverified.close();
        synced.close();
        unsynced.close();
        tuning.close();
    }
}
