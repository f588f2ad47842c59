package io.fila.storage.rocks;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Changes that are in the log and not yet in RocksDB: the newest of each key. What was inserted and deleted in one memtable leaves
 * nothing. Not safe for threads; {@link Recent} is.
 */
final class Memtable {
    private final Map<Family, Keyspace> keyspaces = new EnumMap<>(Family.class);
    private final Pieces spare;
    private final Arena arena;
    private final Values values;

    /** Queues whose records below this memtable are deleted; what is in it came after. */
    private final SortedSet<Key> deletedQueues = new TreeSet<>();

    private int entries;
    private long turns;
    private long logBytes;
    private Applied applied = Applied.NOTHING;

    Memtable(Pieces spare) {
        this.spare = spare;
        arena = new Arena(spare);
        values = new Values(arena);
    }

    /** A key to look up and to sort by. */
    static final class Key implements Comparable<Key> {
        private final byte[] bytes;
        private final int hash;

        Key(byte[] bytes) {
            this.bytes = bytes;
            this.hash = Arrays.hashCode(bytes);
        }

        byte[] bytes() {
            return bytes;
        }

        @Override
        public int compareTo(Key other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && hash == key.hash && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * The newest about a key.
     *
     * @param value absent if it is deleted
     * @param memtable that has it
     */
    record Change(@Nullable Stored value, Memtable memtable) {
        /** Whether another look found the same, so that what was read meanwhile is right. */
        boolean isStill(@Nullable Change other) {
            return other != null && memtable == other.memtable && Objects.equals(value, other.value);
        }
    }

    private Keyspace keyspace(Family family) {
        return keyspaces.computeIfAbsent(family, each -> Keyspace.of(each, arena, values, spare));
    }

    void put(Family family, byte[] key, Stored value, boolean isNew) {
        Keyspace keyspace = keyspace(family);
        Key at = new Key(key);
        int entry = keyspace.find(at);
        if (entry == 0) {
            entries++;
            keyspace.set(keyspace.add(at), value, !isNew);
        } else {
            keyspace.set(entry, value, !isNew || keyspace.isBelow(entry));
        }
    }

    /** Notes that whatever is below this memtable under a key is deleted. */
    void delete(Family family, Key key) {
        Keyspace keyspace = keyspace(family);
        int entry = keyspace.find(key);
        if (entry == 0) {
            entries++;
            entry = keyspace.add(key);
        }
        keyspace.set(entry, null, true);
    }

    /** What a memtable can say to a deletion. */
    enum Answer {
        /** It had the only value there was, and has it no more: nothing needs to be deleted. */
        TAKEN_BACK,
        /** It knows of the key, and there may be something below. */
        KNOWN,
        /** It knows nothing of the key. */
        UNKNOWN
    }

    /** Takes a value back that was put where there was nothing. */
    Answer takeBack(Family family, Key key) {
        Keyspace keyspace = keyspaces.get(family);
        int entry = keyspace == null ? 0 : keyspace.find(key);
        if (keyspace == null || entry == 0) {
            return hides(family, key.bytes()) ? Answer.KNOWN : Answer.UNKNOWN;
        }
        if (keyspace.isBelow(entry)) {
            return Answer.KNOWN;
        }
        keyspace.remove(entry);
        entries--;
        return Answer.TAKEN_BACK;
    }

    void deleteQueue(byte[] queue) {
        deletedQueues.add(new Key(queue));
        keyspaces.forEach((family, keyspace) -> {
            if (family.isPerQueue()) {
                entries -= keyspace.removeAll(queue);
            }
        });
    }

    static boolean beginsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** Records the last turn in this memtable. */
    void reach(Applied through, int moreLogBytes) {
        applied = through;
        turns++;
        logBytes += moreLogBytes;
    }

    /** The turn up to which everything is in here or below. */
    Applied applied() {
        return applied;
    }

    /** How many turns are in here, and how much of the log they take. */
    Unapplied size() {
        return new Unapplied(turns, logBytes);
    }

    boolean isEmpty() {
        return logBytes == 0;
    }

    boolean isAtLeast(int mostEntries, long mostLogBytes) {
        return entries >= mostEntries || logBytes >= mostLogBytes;
    }

    @Nullable Change find(Family family, Key key) {
        Keyspace keyspace = keyspaces.get(family);
        int entry = keyspace == null ? 0 : keyspace.find(key);
        if (keyspace != null && entry != 0) {
            return new Change(keyspace.value(entry), this);
        }
        return hides(family, key.bytes()) ? new Change(null, this) : null;
    }

    /** Whether what is below this memtable under a key is deleted with its queue. */
    boolean hides(Family family, byte[] key) {
        if (deletedQueues.isEmpty() || !family.isPerQueue()) {
            return false;
        }
        for (Key queue : deletedQueues) {
            if (beginsWith(key, queue.bytes())) {
                return true;
            }
        }
        return false;
    }

    SortedSet<Key> deletedQueues() {
        return deletedQueues;
    }

    /** Adds the queues that are deleted below this memtable, as far as they concern a family. */
    void addDeletedQueues(Family family, List<Key> all) {
        if (family.isPerQueue()) {
            all.addAll(deletedQueues);
        }
    }

    /** The changes of a range, in order; to be read before anything is added. */
    Iterator<Map.Entry<Key, Change>> range(Family family, byte[] from, byte @Nullable [] to) {
        Keyspace keyspace = keyspaces.get(family);
        if (keyspace == null) {
            return Collections.emptyIterator();
        }
        PrimitiveIterator.OfInt range = keyspace.range(from, to);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return range.hasNext();
            }

            @Override
            public Map.Entry<Key, Change> next() {
                int entry = range.nextInt();
                return Map.entry(new Key(keyspace.key(entry)), new Change(keyspace.value(entry), Memtable.this));
            }
        };
    }

    /** Takes changes to be applied. */
    interface Target {
        void apply(Family family, byte[] key, @Nullable Stored value) throws MendedException;
    }

    /** Hands every change on; bodies in the order they came in, in which they are in the log. */
    void forEach(Target target) throws MendedException {
        for (Map.Entry<Family, Keyspace> family : keyspaces.entrySet()) {
            Keyspace keyspace = family.getValue();
            for (int entry = keyspace.first(); entry != 0; entry = keyspace.next(entry)) {
                target.apply(family.getKey(), keyspace.key(entry), keyspace.value(entry));
            }
        }
    }

    /** Gives its memory back; it is not to be asked any more. */
    void release() {
        keyspaces.values().forEach(Keyspace::release);
        keyspaces.clear();
        arena.release();
    }
}
