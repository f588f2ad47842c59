package io.fila.storage.rocks;

import io.fila.storage.codec.Checksum;
import io.fila.storage.codec.Keys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * RocksDB in a directory, and before it what is in the log and not yet in RocksDB: whoever reads sees both as one. One thread writes;
 * any thread reads, and none sees the database go away under it.
 */
public final class Database implements AutoCloseable {
    /** RocksDB's name for memtables of a family that are on their way into tables. */
    private static final String UNFLUSHED = "rocksdb.num-immutable-mem-table";

    /** How long to wait while RocksDB is behind with its flushes. */
    private static final long OVERLOADED_NANOS = 10_000_000;

    /** How often to wait for that while the store is being closed: two seconds. Then the next start applies what is left. */
    private static final int MOST_WAITS_AT_THE_END = 200;

    private final Path directory;
    private final Allowance allowance;
    private final Consumer<String> reports;
    private final Lock using;
    private final Lock changing;
    private final Recent recent;

    /** As many as there were readers at once. */
    private final Queue<ReadAhead> idleReads = new ConcurrentLinkedQueue<>();

    /** Whether other machines have copies of this database. */
    private final boolean isReplica;

    private @Nullable Opening opening;
    private volatile boolean closing;
    private volatile boolean mended;

    private Database(Path directory, Allowance allowance, Recent recent, boolean isReplica, Consumer<String> reports) {
        ReadWriteLock lock = new ReentrantReadWriteLock();
        this.directory = directory;
        this.allowance = allowance;
        this.recent = recent;
        this.isReplica = isReplica;
        this.reports = reports;
        this.using = lock.readLock();
        this.changing = lock.writeLock();
    }

    /**
     * Opens the database in a directory, or makes it; if it is so damaged that RocksDB can't, mends it first.
     *
     * @param reports takes sentences for the operator; called on any thread
     */
    public static Database open(Path directory, Allowance allowance, Consumer<String> reports) {
        return open(directory, allowance, false, reports);
    }

    /**
     * Opens one machine's copy of what others have too. It is never mended: what is lost here is not lost elsewhere, and a copy
     * with holes must not be taken for a whole one.
     *
     * @throws StorageException if it is damaged
     */
    public static Database openReplica(Path directory, Allowance allowance, Consumer<String> reports) {
        return open(directory, allowance, true, reports);
    }

    private static Database open(Path directory, Allowance allowance, boolean isReplica, Consumer<String> reports) {
        Path parent = directory.toAbsolutePath().getParent();
        NativeLibrary.load(parent == null ? directory : parent);
        Mending.finish(directory);
        makeDirectory(directory);
        // A replica is copied without the log, which the machines have in common.
        Recent recent = new Recent(!isReplica);
        Database database = new Database(directory, allowance, recent, isReplica, reports);
        try {
            database.opening = Opening.of(directory, Tuning.strict(allowance, directory));
        } catch (RocksDBException failure) {
            if (!Failures.isCorruption(failure)) {
                throw Failures.unopenable(directory, failure);
            }
            database.mend(failure);
        }
        if (isReplica) {
            recent.need(database.note(Batch.NEEDED).position());
        }
        return database;
    }

    /** RocksDB would make it, but not see to it that it keeps its name. */
    private static void makeDirectory(Path directory) {
        try {
            DirectoryTree.make(directory);
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to make " + directory + " but could not: " + FileFault.explain(failure)
                            + "; check the room and the permissions there.",
                    failure);
        }
    }

    /**
     * Opens a database to look at it, as it is: nothing is written or mended, and a broker may be using it.
     *
     * @param recent what is in its log
     * @throws StorageException if RocksDB can't open it
     */
    public static Database openToRead(Path directory, Allowance allowance, Recent recent) {
        Path parent = directory.toAbsolutePath().getParent();
        NativeLibrary.load(parent == null ? directory : parent);
        Database database = new Database(directory, allowance, recent, false, report -> {});
        try {
            database.opening = Opening.toRead(directory, Tuning.lenient(allowance));
        } catch (RocksDBException failure) {
            throw Failures.unopenable(directory, failure);
        }
        return database;
    }

    /** Whether there are records of that kind: a database that an older broker wrote and this one only reads may lack some. */
    public boolean has(Family family) {
        using.lock();
        try {
            return opening().has(family);
        } finally {
            using.unlock();
        }
    }

    /** Opens what is left of a database to read it. */
    static Database openWreck(Path directory, Allowance allowance) {
        Database database = new Database(directory, allowance, new Recent(), false, report -> {});
        try {
            database.opening = Opening.of(directory, Tuning.lenient(allowance));
        } catch (RocksDBException failure) {
            throw Failures.unopenable(directory, failure);
        }
        return database;
    }

    private void mend(RocksDBException damage) {
        if (isReplica) {
            throw new StorageException(
                    "Expected sound files in " + directory + " but RocksDB found: " + damage.getMessage()
                            + "; other nodes have what is in them: move this node's data directory away and start it"
                            + " again.",
                    damage);
        }
        changing.lock();
        try {
            closeOpening();
            reports.accept("Expected sound files in " + directory + " but RocksDB found: " + damage.getMessage()
                    + "; everything that can be read is being copied.");
            Mending.mend(directory, allowance, reports);
            opening = Opening.of(directory, Tuning.strict(allowance, directory));
            mended = true;
        } catch (RocksDBException failure) {
            throw Failures.unopenable(directory, failure);
        } finally {
            changing.unlock();
        }
    }

    /** Whether the database was mended and the repair is not complete: related records may be missing. */
    public boolean wasMended() {
        using.lock();
        try {
            return opening().rocks().get(Batch.MENDED) != null;
        } catch (RocksDBException failure) {
            if (Failures.isCorruption(failure)) {
                return true;
            }
            throw Failures.unreadable(directory, failure);
        } finally {
            using.unlock();
        }
    }

    /** Whether the database was mended since the last call. Any thread. */
    public boolean wasMendedSince() {
        boolean since = mended;
        mended = false;
        return since;
    }

    /**
     * Removes the note of a mending: everything is consistent again. If there was another one meanwhile, its note stays.
     *
     * @param applied the last turn in the log, which has been applied with all before it: a mending forgets what it was
     */
    public void settleMending(long applied) {
        using.lock();
        try (Batch batch = newBatch()) {
            if (mended) {
                return;
            }
            batch.settleMending();
            batch.noteApplied(Applied.local(applied));
            writeOnce(batch);
        } catch (RocksDBException failure) {
            throw Failures.unwritable(directory, failure);
        } finally {
            using.unlock();
        }
        flush();
    }

    /** What is in the log and not yet in RocksDB. */
    public Recent recent() {
        return recent;
    }

    /** Notes that parts of what belongs together are missing, if the log has lost turns that are needed. */
    public void compareWith(long lastTurn) {
        long needed = note(Batch.NEEDED).position();
        if (needed <= lastTurn) {
            recent.need(needed);
            return;
        }
        using.lock();
        try (Batch batch = newBatch()) {
            batch.noteMending();
            writeOnce(batch);
        } catch (RocksDBException failure) {
            throw Failures.unwritable(directory, failure);
        } finally {
            using.unlock();
        }
        flush();
    }

    /** The last turn that RocksDB has; it has all before it too. */
    public Applied applied() {
        return note(Batch.APPLIED);
    }

    private Applied note(byte[] key) {
        using.lock();
        try {
            return Applied.of(opening().rocks().get(key));
        } catch (RocksDBException failure) {
            if (Failures.isCorruption(failure)) {
                return Applied.NOTHING;
            }
            throw Failures.unreadable(directory, failure);
        } finally {
            using.unlock();
        }
    }

    public Batch newBatch() {
        return new Batch(this);
    }

    /** Work for RocksDB that a full disk or damage may prevent. */
    private interface Work {
        void run() throws RocksDBException;
    }

    /**
     * Writes the batch into RocksDB's memory: it is on the disk after {@link #persist}. While the disk is full it waits.
     *
     * @throws MendedException if damage stood in the way; then everything since the last flush must be written again
     */
    void write(Batch batch) throws MendedException {
        insist(() -> writeOnce(batch));
    }

    /**
     * Moves what was written into tables, on the disk, all of it or none. While the disk is full it waits.
     *
     * @throws MendedException if damage stood in the way; then everything since the last flush must be written again
     */
    void persist() throws MendedException {
        insist(() -> flushOnce(true));
    }

    /** Starts to move what was written into tables, without waiting. */
    void beginPersisting() throws MendedException {
        insist(() -> flushOnce(false));
    }

    /** Whether everything that was written before persisting began is in tables. */
    boolean isPersisted() {
        using.lock();
        try {
            for (ColumnFamilyHandle handle : opening().handles()) {
                if (opening().rocks().getLongProperty(handle, UNFLUSHED) > 0) {
                    return false;
                }
            }
            return true;
        } catch (RocksDBException failure) {
            throw Failures.unreadable(directory, failure);
        } finally {
            using.unlock();
        }
    }

    private void insist(Work work) throws MendedException {
        FullDisk shortage = null;
        int waits = 0;
        while (true) {
            try {
                work.run();
                break;
            } catch (RocksDBException failure) {
                if (Failures.isCorruption(failure)) {
                    mend(failure);
                    throw new MendedException(failure);
                }
                waits = closing ? waits + 1 : 0;
                if (Failures.isOverloaded(failure) && waits <= MOST_WAITS_AT_THE_END) {
                    LockSupport.parkNanos(this, OVERLOADED_NANOS);
                    continue;
                }
                if (!Failures.isFullDisk(failure)) {
                    throw Failures.unwritable(directory, failure);
                }
                shortage = shortage == null ? new FullDisk(directory, reports, () -> closing) : shortage;
                shortage.await(failure);
            }
        }
        if (shortage != null) {
            shortage.isOver();
        }
    }

    private void writeOnce(Batch batch) throws RocksDBException {
        using.lock();
        try {
            opening().rocks().write(opening().writeOptions(), batch.changes());
            opening().beginCompacting();
        } finally {
            using.unlock();
        }
    }

    /** Lets RocksDB compact from now on. Earlier, a compaction that meets damage would disturb the recovery. */
    void beginCompacting() {
        using.lock();
        try {
            opening().beginCompacting();
        } catch (RocksDBException failure) {
            leaveToTheNextWrite(failure);
        } finally {
            using.unlock();
        }
    }

    /** Makes a write that waits for room give up. Any thread. */
    public void stopWaiting() {
        closing = true;
    }

    /**
     * Makes a second database in a directory that is not there yet, of what is in this one at a moment. Its tables are links to
     * this one's where both are on one disk, and copies otherwise. Writes go on meanwhile.
     */
    public void copyTo(Path target, LogCopy log) throws IOException {
        using.lock();
        try {
            LiveCopy.make(opening().rocks(), directory, target, log, () -> closing);
        } catch (RocksDBException failure) {
            throw new StorageException(
                    "Expected to copy the database to " + target + " but RocksDB refused: " + failure.getMessage()
                            + "; check the room and the permissions there.",
                    failure);
        } finally {
            using.unlock();
        }
    }

    /** Reads the log and compares its checksums; what would keep a broker from starting on it, or null if nothing would. */
    public @Nullable String logDamage() {
        return WalCheck.fault(directory);
    }

    /** Reads every block of every table and compares its checksum; what is wrong, or null if nothing is. */
    public @Nullable String damage() {
        using.lock();
        try {
            opening().rocks().verifyChecksum();
            return null;
        } catch (RocksDBException failure) {
            return String.valueOf(failure.getMessage());
        } finally {
            using.unlock();
        }
    }

    /** Moves what is in memory and in the log into tables. */
    public void flush() {
        try {
            flushOnce(true);
        } catch (RocksDBException failure) {
            throw Failures.unwritable(directory, failure);
        }
    }

    private void flushOnce(boolean wait) throws RocksDBException {
        using.lock();
        try (FlushOptions options = new FlushOptions().setWaitForFlush(wait)) {
            opening().rocks().flush(options, opening().handles());
        } finally {
            using.unlock();
        }
    }

    /**
     * Begins to give back the room of what was deleted: deletions that are still in memory go into tables, and tables full
     * of deletions are compacted. Does not wait for it.
     */
    public void reclaim() {
        try {
            flushOnce(false);
        } catch (RocksDBException failure) {
            leaveToTheNextWrite(failure);
        }
    }

    /** The next write waits for room or for RocksDB and mends damage; what only frees room leaves that to it. */
    private void leaveToTheNextWrite(RocksDBException failure) {
        boolean isForTheNextWrite =
                Failures.isFullDisk(failure) || Failures.isCorruption(failure) || Failures.isOverloaded(failure);
        if (!isForTheNextWrite) {
            throw Failures.unwritable(directory, failure);
        }
    }

    /**
     * Gives back at once the room of files that hold nothing but messages of a queue, which a batch must have deleted before. Where
     * that takes room that is not there, the files go with later compactions, as the rest of the queue does.
     */
    void dropFiles(byte[] queue) {
        using.lock();
        try {
            for (Family family : List.of(Family.READY, Family.BODIES)) {
                opening().rocks().deleteFilesInRanges(handle(family), List.of(queue, Keys.after(queue)), false);
            }
        } catch (RocksDBException failure) {
            leaveToTheNextWrite(failure);
        } finally {
            using.unlock();
        }
    }

    public Allowance allowance() {
        return allowance;
    }

    /** Looks a key up; if the block it should be in is damaged, it is looked for among the bytes of the table files. */
    public Lookup lookUp(Family family, byte[] key) {
        Lookup found = recent.find(family, key);
        return found == null ? lookUpBelow(family, key) : found;
    }

    private Lookup lookUpBelow(Family family, byte[] key) {
        using.lock();
        try {
            return new Lookup(opening().rocks().get(handle(family), key), false);
        } catch (RocksDBException failure) {
            if (Failures.isCorruption(failure)) {
                return new Lookup(opening().wreckage().newest(opening().rocks(), family, key), true);
            }
            throw Failures.unreadable(family, directory, failure);
        } finally {
            using.unlock();
        }
    }

    /**
     * Looks several keys up together, in their order, until their values are so many bytes; at least the first. A value is absent if
     * there is none, or if it has to be looked up alone: to be told which, or because it was just being moved.
     */
    public List<byte @Nullable []> lookUp(Family family, List<byte[]> keys, long mostBytes) {
        using.lock();
        ReadAhead idle = idleReads.poll();
        ReadAhead ahead = idle == null ? new ReadAhead() : idle;
        try (ReadOptions options = new ReadOptions();
                Lookups lookups = new Lookups(
                        recent, family, keys, ahead, () -> opening().rocks().newIterator(handle(family), options))) {
            return lookups.run(mostBytes);
        } finally {
            idleReads.add(ahead);
            using.unlock();
        }
    }

    /**
     * Hands out every record of a range that can be told apart, sound or damaged, whatever state the blocks are in.
     *
     * @return false if any block was damaged
     */
    public boolean sweep(Family family, byte[] from, byte @Nullable [] to, Finder finder) {
        return new Sweep(this, family, from, to, finder).run();
    }

    /** Takes records in order. */
    public interface Visitor {
        /** True to go on. */
        boolean visit(byte[] key, byte[] value);
    }

    /**
     * Hands out the records of a range in order, as long as the blocks they are in are sound.
     *
     * @return false if it stopped at a damaged block
     */
    public boolean scan(Family family, byte[] from, byte @Nullable [] to, Visitor visitor) {
        using.lock();
        try (Slice bound = to == null ? null : new Slice(to);
                ReadOptions options = bounded(bound)) {
            byte[] next = from;
            while (next != null) {
                next = scanOn(family, next, to, options, visitor);
            }
            return true;
        } catch (RocksDBException failure) {
            if (Failures.isCorruption(failure)) {
                return false;
            }
            throw Failures.unreadable(family, directory, failure);
        } finally {
            using.unlock();
        }
    }

    /** Hands out records as far as one look at what is recent goes; where to go on, or null at the end. */
    private byte @Nullable [] scanOn(
            Family family, byte[] from, byte @Nullable [] to, ReadOptions options, Visitor visitor)
            throws RocksDBException {
        Recent.Look<RocksIterator> look =
                recent.look(family, from, to, () -> opening().rocks().newIterator(handle(family), options));
        try (RocksIterator iterator = look.below()) {
            return new Merge(iterator, look.recent()).run(from, visitor);
        }
    }

    private static ReadOptions bounded(@Nullable Slice bound) {
        ReadOptions options = new ReadOptions();
        return bound == null ? options : options.setIterateUpperBound(bound);
    }

    /** The first key at or after a key; null if there is none. Around damage it may be one that was deleted. */
    public byte @Nullable [] firstKey(Family family, byte[] from) {
        List<byte[]> first = new ArrayList<>();
        boolean sound = scan(family, from, null, (key, value) -> {
            first.add(key);
            return false;
        });
        if (first.isEmpty()) {
            return sound ? null : carvedKey(family, from, null);
        }
        return first.getFirst();
    }

    /** The first key of a range that is recent or found in the bytes of the table files; it may be deleted. */
    byte @Nullable [] carvedKey(Family family, byte[] from, byte @Nullable [] to) {
        using.lock();
        try {
            byte[] carved = opening().wreckage().firstKey(opening().rocks(), family, from, to);
            byte[] added = recent.firstKey(family, from, to);
            boolean isAddedFirst = added != null && (carved == null || Arrays.compareUnsigned(added, carved) < 0);
            return isAddedFirst ? added : carved;
        } finally {
            using.unlock();
        }
    }

    /** What was in the table files under keys of a range, is not sound, and has not been replaced by something sound since. */
    List<TableFile.Stretch> broken(Family family, byte[] from, byte @Nullable [] to) {
        using.lock();
        try {
            return opening().wreckage().broken(opening().rocks(), family, from, to).stream()
                    .filter(stretch -> {
                        byte[] stored = lookUp(family, stretch.key()).value();
                        return stored == null || !Checksum.isIntact(stretch.key(), stored);
                    })
                    .toList();
        } finally {
            using.unlock();
        }
    }

    ColumnFamilyHandle handle(Family family) {
        return opening().handle(family);
    }

    Opening opening() {
        Opening open = opening;
        if (open == null) {
            throw new StorageException("Expected an open database in " + directory + " but it is closed.");
        }
        return open;
    }

    @Override
    public void close() {
        closing = true;
        changing.lock();
        try {
            closeOpening();
        } finally {
            changing.unlock();
        }
    }

    private void closeOpening() {
        if (opening != null) {
            opening.close();
            opening = null;
        }
    }
}
