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
    /** Memtables that are being applied, or are next, and hold no turn up. */
    private static final int MOST_DUE = 2;

    private static final long BATCH_BYTES = 4 << 20;

    /** Memtables that RocksDB has but the disk may not; with more than this, the applier waits for the disk. */
    private static final int MOST_APPLIED = 2;

    /** How often to check whether RocksDB has moved its writes into tables. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final Database database;
    private final Recent recent;
    private final Gathering gathering;
    private final Consumer<Applied> truncation;
    private final ReadAhead ahead = new ReadAhead();
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable Throwable failure;
    private boolean closing;
    private boolean ended;

    /** Whether somebody waits for the disk. Whoever waits sets it, again after each look; the thread here, when the disk has it. */
    private boolean isHurried;

    /** Everything that is full is to be applied, even what would be kept. The thread here takes it back when nothing is left. */
    private boolean isDraining;

    /**
     * How many wait for what was there when they came. They have closed the memtable that took the turns; until they have what they
     * wait for, nobody closes another.
     */
    private int resting;

    private boolean isFirstTurn = true;
    private final boolean isReplayed;

    /**
     * An applier at work.
     *
     * @param truncation told up to where everything is in RocksDB and on the disk
     */
    public Applier(Database database, Gathering gathering, Consumer<Applied> truncation) {
        this.database = database;
        this.recent = database.recent();
        this.gathering = gathering;
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
        if (isFull()) {
            awaitRoom();
        }
    }

    /** Closes the full memtable; waits while there are too many. Meanwhile somebody else may close it. */
    private void awaitRoom() {
        lock.lock();
        try {
            while (isFull() && !freeze()) {
                requireRunning();
                changed.awaitUninterruptibly();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull() {
        return recent.isAtLeast(gathering.entries(), gathering.logBytes());
    }

    private boolean freeze() {
        return resting == 0 && recent.freeze(gathering.kept() + MOST_DUE);
    }

    /** Starts to apply all there is; false if there is nothing or it is already at work. Any thread. */
    public boolean begin() {
        lock.lock();
        try {
            throwFailure();
            boolean frozen = freeze();
            boolean begins = frozen || (!isDraining && recent.waiting() > 0);
            isDraining |= begins;
            changed.signalAll();
            return begins;
        } finally {
            lock.unlock();
        }
    }

    /** Applies everything added before and waits until it is on the disk. Any thread. */
    public void applyAll() {
        lock.lock();
        try {
            awaitDisk();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Applies everything that was added before and waits until it is on the disk. Until the rest ends RocksDB has exactly that in its
     * tables: nothing is applied, and a turn that fills a memtable waits. Any thread.
     */
    public Rest rest() {
        lock.lock();
        try {
            awaitDisk();
            return new Rest();
        } catch (RuntimeException failure) {
            lock.unlock();
            throw failure;
        }
    }

    /** While it lasts nothing is applied. It belongs to the thread that began it. */
    public final class Rest implements AutoCloseable {
        private boolean ended;

        private Rest() {}

        /** Ends the rest early. */
        public void end() {
            if (!ended) {
                ended = true;
                lock.unlock();
            }
        }

        @Override
        public void close() {
            end();
        }
    }

    /** Waits until everything that is there is on the disk, and nothing else: turns that come meanwhile wait when they are many. */
    private void awaitDisk() {
        boolean _ = recent.freeze(Integer.MAX_VALUE);
        resting++;
        try {
            while (recent.waiting() > 0 || !recent.applied().isEmpty()) {
                isDraining = true;
                isHurried = true;
                changed.signalAll();
                requireRunning();
                changed.awaitUninterruptibly();
            }
        } finally {
            resting--;
            changed.signalAll();
        }
    }

    private void requireRunning() {
        throwFailure();
        if (ended) {
            throw new StorageException("Expected to apply the log but the store is closed.");
        }
    }

    private void throwFailure() {
        Throwable cause = failure;
        if (cause instanceof StorageException) {
            throw new StorageException(String.valueOf(cause.getMessage()), cause);
        }
        if (cause != null) {
            throw new StorageException("Expected to apply the log but could not: " + cause + "; start again.", cause);
        }
    }

    private void run() {
        try {
            while (await()) {
                if (isDue()) {
                    apply(recent.settleNext());
                }
                persist();
            }
        } catch (Throwable caught) {
            // Memory outside the heap that ran out, too: without the applier turns would wait for ever, and nobody
            // would know why.
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
            while (!isDue() && !isHurried && !closing) {
                if (recent.applied().isEmpty()) {
                    changed.awaitUninterruptibly();
                } else if (changed.awaitNanos(LOOK_EVERY.toNanos()) <= 0) {
                    return true;
                }
            }
            return isDue() || !closing;
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the oldest of the full memtables is to be applied now. */
    private boolean isDue() {
        lock.lock();
        try {
            return recent.waiting() > (isDraining ? 0 : gathering.kept());
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
            isDraining &= recent.waiting() > 0;
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
            writeAgain(new Memtable(new Pieces()));
        }
    }

    private void write(Memtable memtable) throws MendedException {
        ahead.forget();
        try (Batch batch = database.newBatch()) {
            if (!memtable.isEmpty()) {
                // RocksDB may move the first batches into tables before it has the last.
                batch.noteNeeded(Math.max(memtable.applied().position(), recent.needed()));
            }
            deleteQueues(memtable, batch);
            memtable.forEach((family, key, value) -> {
                put(batch, family, key, value);
                if (batch.bytes() > BATCH_BYTES) {
                    write(batch);
                }
            });
            if (!memtable.isEmpty()) {
                batch.noteApplied(memtable.applied());
                batch.noteNeeded(recent.needed());
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
        if (!memtable.deletedQueues().isEmpty()) {
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
