package io.fila.storage.rocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * What is in the log and not yet in RocksDB, on the disk: one memtable that takes the turns, and some before it that are being
 * applied or have been, and stay until the disk has them. One thread adds turns; any thread reads.
 */
public final class Recent {
    /** A look at a range copies so many changes at a time, so that a turn never waits long for it. */
    private static final int CHUNK = 1024;

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private Memtable active = new Memtable();

    /** The full ones, oldest first. */
    private final List<Memtable> frozen = new ArrayList<>();

    /** How many of them have been applied. */
    private int applied;

    /** Takes the changes of one turn. */
    public final class Turn {
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
            active.delete(family, key);
        }

        public void deleteQueue(byte[] queue) {
            active.deleteQueue(queue);
        }
    }

    /** The changes of a turn. */
    public interface Contents {
        void addTo(Turn turn);
    }

    /** Adds a turn. Readers see all of it or nothing. */
    public void add(Applied through, int logBytes, Contents contents) {
        lock.writeLock().lock();
        try {
            contents.addTo(new Turn());
            active.reach(through, logBytes);
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

    /** Closes the memtable that takes the turns and begins another, if none waits to be applied and there is anything in it. */
    boolean freeze() {
        lock.writeLock().lock();
        try {
            if (frozen.size() > applied || active.isEmpty()) {
                return false;
            }
            frozen.add(active);
            active = new Memtable();
            return true;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The memtable that is to be applied; null if there is none. */
    @Nullable Memtable next() {
        lock.readLock().lock();
        try {
            return frozen.size() > applied ? frozen.get(applied) : null;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The pending memtable is now in RocksDB's memory. */
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
            frozen.subList(0, applied).clear();
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
    @SuppressWarnings("ReferenceEquality") // the very same change, not one like it
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
            byte[] bytes = value.bytes();
            // Once it is applied, its place in the log may be reused; what was read there may be something else.
            if (change(family, at) == found) {
                return new Lookup(bytes, false);
            }
        }
    }

    private Memtable.@Nullable Change change(Family family, Memtable.Key key) {
        lock.readLock().lock();
        try {
            Memtable.Change found = active.find(family, key);
            for (int i = frozen.size() - 1; i >= 0 && found == null; i--) {
                found = frozen.get(i).find(family, key);
            }
            return found;
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
    record Range(
            NavigableMap<Memtable.Key, Change> changes,
            Memtable.@Nullable Key through,
            List<Memtable.Key> deletedQueues) {
        /** Whether what RocksDB has under a key is deleted with its queue. */
        boolean hides(byte[] key) {
            return !deletedQueues.isEmpty()
                    && deletedQueues.stream().anyMatch(queue -> Memtable.beginsWith(key, queue.bytes()));
        }
    }

    /** A change as a range has it: the value itself, absent if it is deleted. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Change(byte @Nullable [] value) {}

    /** The first key of a range that has a value here; null if there is none. */
    byte @Nullable [] firstKey(Family family, byte[] from, byte @Nullable [] to) {
        byte[] next = from;
        while (next != null) {
            Range range = look(family, next, to, () -> 0).recent();
            for (Map.Entry<Memtable.Key, Change> each : range.changes().entrySet()) {
                if (each.getValue().value() != null) {
                    return each.getKey().bytes();
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
        NavigableMap<Memtable.Key, Change> merged = new TreeMap<>();
        List<Memtable.Key> deletedQueues = new ArrayList<>();
        Memtable.Key through = null;
        for (Memtable each : tables()) {
            each.addDeletedQueues(family, deletedQueues);
            merged.keySet().removeIf(key -> each.hides(family, key.bytes()));
            List<Memtable.Entry> entries = each.range(family, from, to, CHUNK);
            entries.forEach(entry -> add(merged, entry));
            through = cut(entries, through);
        }
        return new Range(through == null ? merged : merged.headMap(through, true), through, deletedQueues);
    }

    /** All memtables, oldest first. */
    private List<Memtable> tables() {
        List<Memtable> tables = new ArrayList<>(frozen);
        tables.add(active);
        return tables;
    }

    private static void add(NavigableMap<Memtable.Key, Change> merged, Memtable.Entry entry) {
        Stored value = entry.change().value();
        merged.put(entry.key(), new Change(value == null ? null : value.bytes()));
    }

    private static Memtable.@Nullable Key cut(List<Memtable.Entry> entries, Memtable.@Nullable Key through) {
        if (entries.size() < CHUNK) {
            return through;
        }
        Memtable.Key last = entries.getLast().key();
        return through == null || last.compareTo(through) < 0 ? last : through;
    }
}
