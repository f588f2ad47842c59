package io.fila.storage.rocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Changes that are in the log and not yet in RocksDB: the newest of each key. What was inserted and deleted in one memtable leaves
 * nothing. Not safe for threads; {@link Recent} is.
 */
final class Memtable {
    private final Map<Family, Map<Key, Change>> families = new EnumMap<>(Family.class);

    /** Queues whose records below this memtable are deleted; what is in it came after. */
    private final SortedSet<Key> deletedQueues = new TreeSet<>();

    private int entries;
    private long turns;
    private long logBytes;
    private Applied applied = Applied.NOTHING;

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
     * @param isBelow true if there may be an older value below this memtable
     */
    record Change(@Nullable Stored value, boolean isBelow) {
        private static final Change DELETED = new Change(null, true);
    }

    /** Families that are read by key alone are hashed, and stay in the order they came in; the others are kept in their own. */
    private static boolean isHashed(Family family) {
        return family == Family.BODIES || family == Family.LEASES;
    }

    private Map<Key, Change> changes(Family family) {
        return families.computeIfAbsent(family, each -> isHashed(each) ? new LinkedHashMap<>() : new TreeMap<>());
    }

    void put(Family family, byte[] key, Stored value, boolean isNew) {
        Map<Key, Change> changes = changes(family);
        Key at = new Key(key);
        Change before = changes.put(at, new Change(value, !isNew));
        if (before == null) {
            entries++;
        } else if (isNew && before.isBelow()) {
            changes.put(at, new Change(value, true));
        }
    }

    void delete(Family family, byte[] key) {
        Map<Key, Change> changes = changes(family);
        Key at = new Key(key);
        Change before = changes.put(at, Change.DELETED);
        if (before == null) {
            entries++;
        } else if (!before.isBelow()) {
            changes.remove(at);
            entries--;
        }
    }

    void deleteQueue(byte[] queue) {
        deletedQueues.add(new Key(queue));
        families.forEach((family, changes) -> {
            if (family.isPerQueue()) {
                int before = changes.size();
                changes.keySet().removeIf(key -> beginsWith(key.bytes(), queue));
                entries -= before - changes.size();
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
        Map<Key, Change> changes = families.get(family);
        Change found = changes == null ? null : changes.get(key);
        return found == null && hides(family, key.bytes()) ? Change.DELETED : found;
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

    /** One change with its key. */
    record Entry(Key key, Change change) {}

    /** The first changes of a range, in order, at most so many. */
    List<Entry> range(Family family, byte[] from, byte @Nullable [] to, int limit) {
        Map<Key, Change> changes = families.getOrDefault(family, Map.of());
        List<Entry> range = new ArrayList<>();
        if (changes instanceof NavigableMap<Key, Change> ordered) {
            for (Map.Entry<Key, Change> each :
                    ordered.tailMap(new Key(from), true).entrySet()) {
                if (range.size() == limit || !isBefore(each.getKey().bytes(), to)) {
                    break;
                }
                range.add(new Entry(each.getKey(), each.getValue()));
            }
            return range;
        }
        changes.forEach((key, change) -> {
            if (Arrays.compareUnsigned(from, key.bytes()) <= 0 && isBefore(key.bytes(), to)) {
                range.add(new Entry(key, change));
            }
        });
        range.sort((left, right) -> left.key().compareTo(right.key()));
        return range.size() <= limit ? range : range.subList(0, limit);
    }

    private static boolean isBefore(byte[] key, byte @Nullable [] end) {
        return end == null || Arrays.compareUnsigned(key, end) < 0;
    }

    /** Takes changes to be applied. */
    interface Target {
        void apply(Family family, byte[] key, @Nullable Stored value) throws MendedException;
    }

    /** Hands every change on; long values are read from the log, in its order. */
    void forEach(Target target) throws MendedException {
        for (Map.Entry<Family, Map<Key, Change>> family : families.entrySet()) {
            for (Map.Entry<Key, Change> each : family.getValue().entrySet()) {
                target.apply(
                        family.getKey(), each.getKey().bytes(), each.getValue().value());
            }
        }
    }
}
