package io.fila.storage.rocks;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves what is recent into RocksDB, in the background and in large batches: the newest change of each key, so that what came and
 * went meanwhile never gets there. It keeps up, or else the turns wait for it. The thread that adds turns, and one of its own.
 */
public final class Applier implements AutoCloseable {
    /** Changes are applied when this many are in memory. */
    private static final int ENTRIES = 100_000;

    private static final long BATCH_BYTES = 4 << 20;

    /** Memtables that RocksDB has but the disk may not; with more than this, the applier waits for the disk. */
    private static final int MOST_APPLIED = 2;

    /** How often to check whether RocksDB has moved its writes into tables. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final Database database;
    private final Recent recent;
    private final long logBytes;
    private final Consumer<Applied> truncation;
    private final ReadAhead ahead = new ReadAhead();
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable RuntimeException failure;
    private boolean closing;
    private boolean ended;

    /** Whether somebody waits for the disk. */
    private boolean isHurried;

    private boolean isFirstTurn = true;
    private final boolean isReplayed;

    /**
     * An applier at work.
     *
     * @param logBytes in how much of the log changes gather before they are applied
     * @param truncation told up to where everything is in RocksDB and on the disk
     */
    public Applier(Database database, long logBytes, Consumer<Applied> truncation) {
        this.database = database;
        this.recent = database.recent();
        this.logBytes = logBytes;
        this.truncation = truncation;
        this.isReplayed = !recent.isEmpty();
        Thread _ = Thread.ofPlatform().name("fila-apply").daemon().start(this::run);
    }

    /** Call it for every turn that was added. It waits if too much is not applied yet. */
    public void turnAdded() {
        throwFailure();
        if (isFirstTurn) {
            isFirstTurn = false;
            database.beginCompacting();
            // If the broker restarts again and again, the log must not grow with each replay.
            boolean _ = isReplayed && begin();
        }
        if (recent.isAtLeast(ENTRIES, logBytes) && !begin() && recent.isAtLeast(2 * ENTRIES, 2 * logBytes)) {
            awaitIdle(false);
            boolean _ = begin();
        }
    }

    /** Starts to apply what there is; false if there is nothing or it is already at work. Any thread. */
    public boolean begin() {
        lock.lock();
        try {
            throwFailure();
            boolean frozen = recent.freeze();
            changed.signalAll();
            return frozen;
        } finally {
            lock.unlock();
        }
    }

    /** Applies everything added before and waits until it is on the disk. Any thread. */
    public void applyAll() {
        awaitIdle(true);
        boolean _ = begin();
        awaitIdle(true);
    }

    /**
     * Applies everything that was added before and does something while RocksDB has exactly that in its tables, and nothing is
     * applied. Any thread.
     */
    public void whileAtRest(Runnable work) {
        lock.lock();
        try {
            awaitIdle(true);
            if (recent.freeze()) {
                awaitIdle(true);
            }
            work.run();
        } finally {
            lock.unlock();
        }
    }

    /** @param persisted true to wait for the disk too */
    private void awaitIdle(boolean persisted) {
        lock.lock();
        try {
            while (recent.next() != null || (persisted && !recent.applied().isEmpty())) {
                throwFailure();
                if (ended) {
                    throw new StorageException("Expected to apply the log but the store is closed.");
                }
                isHurried |= persisted;
                changed.signalAll();
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void throwFailure() {
        RuntimeException cause = failure;
        if (cause != null) {
            throw new StorageException(String.valueOf(cause.getMessage()), cause);
        }
    }

    private void run() {
        try {
            while (await()) {
                Memtable next = recent.next();
                if (next != null) {
                    apply(next);
                }
                persist();
            }
        } catch (RuntimeException caught) {
            failure = caught;
        } finally {
            lock.lock();
            try {
                ended = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits until there is something to apply or it is time to check on RocksDB; false at the end. */
    private boolean await() {
        lock.lock();
        try {
            while (recent.next() == null && !isHurried && !closing) {
                if (recent.applied().isEmpty()) {
                    changed.awaitUninterruptibly();
                } else if (changed.awaitNanos(LOOK_EVERY.toNanos()) <= 0) {
                    return true;
                }
            }
            return recent.next() != null || !closing;
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Moves a memtable into RocksDB's memory; it and the log are kept until the disk has it. */
    private void apply(Memtable memtable) {
        try {
            write(memtable);
            database.beginPersisting();
        } catch (MendedException again) {
            writeAgain(memtable);
        }
        lock.lock();
        try {
            recent.setApplied();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The mended database lacks what was not on the disk, so all of it is applied again. */
    private void writeAgain(Memtable last) {
        boolean done = false;
        while (!done) {
            try {
                for (Memtable each : recent.applied()) {
                    write(each);
                }
                write(last);
                database.persist();
                done = true;
            } catch (MendedException again) {
                done = false;
            }
        }
    }

    /** Frees the part of the log that is on the disk. Waits for the disk if somebody needs it or it is too far behind. */
    private void persist() {
        List<Memtable> applied = recent.applied();
        if (isHurried || applied.size() > MOST_APPLIED) {
            persistAll();
        } else if (!database.isPersisted()) {
            return;
        }
        lock.lock();
        try {
            recent.drop();
            if (!applied.isEmpty()) {
                truncation.accept(applied.getLast().applied());
            }
            isHurried = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void persistAll() {
        try {
            database.persist();
        } catch (MendedException again) {
            writeAgain(new Memtable());
        }
    }

    private void write(Memtable memtable) throws MendedException {
        ahead.forget();
        try (Batch batch = database.newBatch()) {
            deleteQueues(memtable, batch);
            memtable.forEach((family, key, value) -> {
                put(batch, family, key, value);
                if (batch.bytes() > BATCH_BYTES) {
                    write(batch);
                }
            });
            if (!memtable.isEmpty()) {
                batch.noteApplied(memtable.applied());
            }
            write(batch);
        }
    }

    private void put(Batch batch, Family family, byte[] key, @Nullable Stored value) {
        ByteBuffer read = value == null ? null : value.read(ahead);
        if (value == null) {
            batch.delete(family, key);
        } else if (read == null) {
            batch.put(family, key, value.bytes());
        } else {
            batch.put(family, key, read);
        }
    }

    /** Before anything else: a queue with the same number may follow. */
    private void deleteQueues(Memtable memtable, Batch batch) throws MendedException {
        for (Memtable.Key queue : memtable.deletedQueues()) {
            batch.deleteQueue(queue.bytes());
        }
        if (!batch.isEmpty()) {
            write(batch);
            memtable.deletedQueues().forEach(queue -> database.dropFiles(queue.bytes()));
        }
    }

    private void write(Batch batch) throws MendedException {
        database.write(batch);
        batch.clear();
    }

    /** Ends the applier. What is not on the disk is in the log. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
            while (!ended) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
