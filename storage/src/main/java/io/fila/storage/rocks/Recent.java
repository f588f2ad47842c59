package io.fila.storage.rocks;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * What is in the log and not yet in RocksDB, on the disk: one memtable that takes the turns, and some before it that wait to be
 * applied, are being applied or have been, and stay until the disk has them. What is deleted while it waits is never applied. One
 * thread adds turns; any thread reads.
 */
public final class Recent {
    /** A look at a range copies so many changes and one more, so that a turn never waits long for it: about a page of heads. */
    private static final int CHUNK = 1024;

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Pieces spare = new Pieces();
    private Memtable active = new Memtable(spare);

    /** The full ones, oldest first. */
    private final List<Memtable> frozen = new ArrayList<>();

    /** How many of them have been applied. */
    private int applied;

    /** How many of them do not change any more: those, and the one that is being applied. */
    private int settled;

    private final boolean takesBackFromFull;

    private long needed;

    /** Of a log that is copied with the database. */
    public Recent() {
        this(true);
    }

    /**
     * Nothing is recent yet.
     *
     * @param takesBackFromFull whether a turn may take something back out of a full memtable. RocksDB then lacks what it should have
     *     at the last turn it has, until it has that turn too: a copy of it is whole only with the log
     */
    Recent(boolean takesBackFromFull) {
        this.takesBackFromFull = takesBackFromFull;
    }

    /** Takes the changes of one turn. */
    public final class Turn {
        private boolean tookBack;

        private Turn() {}

        /**
         * Puts a value under a key.
         *
         * @param isNew true if there is nothing under the key
         */
        public void put(Family family, byte[] key, Stored value, boolean isNew) {
            active.put(family, key, value, isNew);
        }

        public void delete(Family family, byte[] key) {
            Memtable.Key at = new Memtable.Key(key);
            Memtable.Answer answer = active.takeBack(family, at);
            int oldest = takesBackFromFull ? settled : frozen.size();
            for (int i = frozen.size() - 1; i >= oldest && answer == Memtable.Answer.UNKNOWN; i--) {
                answer = frozen.get(i).takeBack(family, at);
                tookBack |= answer == Memtable.Answer.TAKEN_BACK;
            }
            if (answer != Memtable.Answer.TAKEN_BACK) {
                active.delete(family, at);
            }
        }

        public void deleteQueue(byte[] queue) {
            active.deleteQueue(queue);
        }
    }

    /** The changes of a turn. */
    public interface Contents {
        void addTo(Turn turn);
    }

    /**
     * Adds a turn. Readers see all of it or nothing. It must be as durable as it is going to be: what it deletes may be missing in
     * RocksDB from now on, and be there again if the turn were lost.
     */
    public void add(Applied through, int logBytes, Contents contents) {
        lock.writeLock().lock();
        try {
            Turn turn = new Turn();
            contents.addTo(turn);
            active.reach(through, logBytes);
            needed = turn.tookBack ? Math.max(needed, through.position()) : needed;
        } finally {
            lock.writeLock().unlock();
        }
    }

    boolean isAtLeast(int entries, long logBytes) {
        lock.readLock().lock();
        try {
            return active.isAtLeast(entries, logBytes);
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Closes the memtable that takes the turns and begins another, if there is anything in it.
     *
     * @param most how many may be full and not applied; with so many, nothing happens
     */
    boolean freeze(int most) {
        lock.writeLock().lock();
        try {
            if (frozen.size() - applied >= most || active.isEmpty()) {
                return false;
            }
            frozen.add(active);
            active = new Memtable(spare);
            return true;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** How many memtables are full and not applied. */
    int waiting() {
        lock.readLock().lock();
        try {
            return frozen.size() - applied;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The oldest memtable that is not applied, which changes no more from now on. */
    Memtable settleNext() {
        lock.writeLock().lock();
        try {
            settled = applied + 1;
            return frozen.get(applied);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** RocksDB lacks a part of something until it has this turn, because of what happened before a crash. */
    void need(long turn) {
        lock.writeLock().lock();
        try {
            needed = Math.max(needed, turn);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * The last turn that is needed besides what RocksDB has, or else that lacks a part of something: the turn took something back out
     * of a memtable that waits, or was applied in part before a crash. Any thread.
     */
    public long needed() {
        lock.readLock().lock();
        try {
            return needed;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The memtable that was settled is now in RocksDB's memory. */
    void setApplied() {
        lock.writeLock().lock();
        try {
            applied++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Those that were applied and may not be on the disk yet, oldest first. */
    List<Memtable> applied() {
        lock.readLock().lock();
        try {
            return List.copyOf(frozen.subList(0, applied));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** What was applied is on the disk now. */
    void drop() {
        lock.writeLock().lock();
        try {
            List<Memtable> dropped = frozen.subList(0, applied);
            dropped.forEach(Memtable::release);
            dropped.clear();
            settled -= applied;
            applied = 0;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** What a restart would replay. */
    public Unapplied unapplied() {
        lock.readLock().lock();
        try {
            Unapplied all = active.size();
            for (Memtable each : frozen) {
                all = all.plus(each.size());
            }
            return all;
        } finally {
            lock.readLock().unlock();
        }
    }

    boolean isEmpty() {
        lock.readLock().lock();
        try {
            return frozen.isEmpty() && active.isEmpty();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** What is known of a key; null means ask RocksDB. */
    @Nullable Lookup find(Family family, byte[] key) {
        Memtable.Key at = new Memtable.Key(key);
        while (true) {
            Memtable.Change found = change(family, at);
            if (found == null) {
                return null;
            }
            Stored value = found.value();
            if (value == null) {
                return new Lookup(null, false);
            }
            try {
                byte[] bytes = value.bytes();
                // Once it is applied, its place in the log may be reused; what was read there may be something else.
                if (found.isStill(change(family, at))) {
                    return new Lookup(bytes, false);
                }
            } catch (StorageException unreadable) {
                // Or the file may be deleted by now.
                if (found.isStill(change(family, at))) {
                    throw unreadable;
                }
            }
        }
    }

    private Memtable.@Nullable Change change(Family family, Memtable.Key key) {
        lock.readLock().lock();
        try {
            return changeNow(family, key);
        } finally {
            lock.readLock().unlock();
        }
    }

    private Memtable.@Nullable Change changeNow(Family family, Memtable.Key key) {
        Memtable.Change found = active.find(family, key);
        for (int i = frozen.size() - 1; i >= 0 && found == null; i--) {
            found = frozen.get(i).find(family, key);
        }
        return found;
    }

    /** What is known of some keys at one moment; null where RocksDB is to be asked. */
    List<Memtable.@Nullable Change> changes(Family family, List<byte[]> keys) {
        List<Memtable.@Nullable Change> changes = new ArrayList<>(keys.size());
        lock.readLock().lock();
        try {
            for (byte[] key : keys) {
                changes.add(changeNow(family, new Memtable.Key(key)));
            }
            return changes;
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * The first changes of a range, as they are at a moment.
     *
     * @param through the last key up to which these are all; absent if there are no more up to the end of the range
     * @param deletedQueues whose records in RocksDB are deleted
     */
    record Range(List<Change> changes, Memtable.@Nullable Key through, List<Memtable.Key> deletedQueues) {
        /** Whether what RocksDB has under a key is deleted with its queue. */
        boolean hides(byte[] key) {
            return isHidden(key, deletedQueues);
        }
    }

    /** A change as a range has it: the value itself, absent if it is deleted. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Change(byte[] key, byte @Nullable [] value) {}

    /** The first key of a range that has a value here; null if there is none. */
    byte @Nullable [] firstKey(Family family, byte[] from, byte @Nullable [] to) {
        byte[] next = from;
        while (next != null) {
            Range range = look(family, next, to, () -> 0).recent();
            for (Change each : range.changes()) {
                if (each.value() != null) {
                    return each.key();
                }
            }
            Memtable.Key through = range.through();
            next = through == null ? null : Sweep.successor(through.bytes());
        }
        return null;
    }

    /** Runs at the moment the range is read. */
    interface Moment<T> {
        T at();
    }

    /** The first changes of a range and an answer from RocksDB, both at one moment. */
    <T> Look<T> look(Family family, byte[] from, byte @Nullable [] to, Moment<T> moment) {
        lock.readLock().lock();
        try {
            return new Look<>(moment.at(), range(family, from, to));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** What was there at a moment, in RocksDB and before it. */
    record Look<T>(T below, Range recent) {}

    private Range range(Family family, byte[] from, byte @Nullable [] to) {
        List<Memtable.Key> deletedQueues = new ArrayList<>();
        List<Layer> layers = new ArrayList<>();
        for (Memtable each : newestFirst()) {
            layers.add(new Layer(each.range(family, from, to), List.copyOf(deletedQueues)));
            each.addDeletedQueues(family, deletedQueues);
        }
        List<Change> merged = new ArrayList<>();
        Layer newest = first(layers);
        for (int seen = 0; newest != null; seen++) {
            Map.Entry<Memtable.Key, Memtable.Change> next = newest.take();
            if (!isHidden(next.getKey().bytes(), newest.deletedAbove)) {
                merged.add(change(next));
            }
            layers.forEach(layer -> layer.pass(next.getKey()));
            newest = first(layers);
            if (seen == CHUNK && newest != null) {
                return new Range(merged, next.getKey(), deletedQueues);
            }
        }
        return new Range(merged, null, deletedQueues);
    }

    /** The part of a range that one memtable has, and the queues that later ones delete. */
    private static final class Layer {
        private final Iterator<Map.Entry<Memtable.Key, Memtable.Change>> rest;
        private final List<Memtable.Key> deletedAbove;
        private Map.@Nullable Entry<Memtable.Key, Memtable.Change> next;

        Layer(Iterator<Map.Entry<Memtable.Key, Memtable.Change>> rest, List<Memtable.Key> deletedAbove) {
            this.rest = rest;
            this.deletedAbove = deletedAbove;
            advance();
        }

        private void advance() {
            next = rest.hasNext() ? rest.next() : null;
        }

        Map.Entry<Memtable.Key, Memtable.Change> take() {
            Map.Entry<Memtable.Key, Memtable.Change> taken = Objects.requireNonNull(next);
            advance();
            return taken;
        }

        /** Passes over an older value of a key. */
        void pass(Memtable.Key key) {
            if (next != null && next.getKey().equals(key)) {
                advance();
            }
        }

        boolean isBefore(@Nullable Layer other) {
            return next != null
                    && (other == null || other.next == null || next.getKey().compareTo(other.next.getKey()) < 0);
        }
    }

    /** The layer with the first key; the newest of those that have it. */
    private static @Nullable Layer first(List<Layer> layers) {
        Layer first = null;
        for (Layer each : layers) {
            first = each.isBefore(first) ? each : first;
        }
        return first;
    }

    private List<Memtable> newestFirst() {
        List<Memtable> tables = new ArrayList<>(frozen);
        tables.add(active);
        return tables.reversed();
    }

    private static Change change(Map.Entry<Memtable.Key, Memtable.Change> entry) {
        Stored value = entry.getValue().value();
        return new Change(entry.getKey().bytes(), value == null ? null : value.bytes());
    }

    private static boolean isHidden(byte[] key, List<Memtable.Key> deletedQueues) {
        return !deletedQueues.isEmpty()
                && deletedQueues.stream().anyMatch(queue -> Memtable.beginsWith(key, queue.bytes()));
    }
}
