package io.fila.storage.rocks;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a memtable has of one family. Keys mostly come in their order, so each memtable has a stretch of them: what lies
 * outside is not searched for.
 */
final class Keyspace {
    private final Map<Memtable.Key, Memtable.Change> changes;
    private Memtable.@Nullable Key first;
    private Memtable.@Nullable Key last;

    Keyspace(Family family) {
        changes = isHashed(family) ? new LinkedHashMap<>() : new TreeMap<>();
    }

    /** Families that are read by key alone are hashed, and stay in the order they came in; the others are kept in their own. */
    private static boolean isHashed(Family family) {
        return family == Family.BODIES || family == Family.LEASES;
    }

    /** Replaces the change of a key, and returns it; null if there was none. */
    Memtable.@Nullable Change put(Memtable.Key key, Memtable.Change change) {
        if (last == null || key.compareTo(last) > 0) {
            last = key;
        }
        if (first == null || key.compareTo(first) < 0) {
            first = key;
        }
        return changes.put(key, change);
    }

    Memtable.@Nullable Change get(Memtable.Key key) {
        return mayHave(key) ? changes.get(key) : null;
    }

    Memtable.@Nullable Change remove(Memtable.Key key) {
        return mayHave(key) ? changes.remove(key) : null;
    }

    private boolean mayHave(Memtable.Key key) {
        return first != null && last != null && key.compareTo(last) <= 0 && key.compareTo(first) >= 0;
    }

    /** Removes what is known of a queue; returns how much that was. */
    int removeAll(byte[] queue) {
        int before = changes.size();
        changes.keySet().removeIf(key -> Memtable.beginsWith(key.bytes(), queue));
        return before - changes.size();
    }

    Set<Map.Entry<Memtable.Key, Memtable.Change>> all() {
        return changes.entrySet();
    }

    /** The changes of a range, in order; to be read before anything is added. */
    Iterator<Map.Entry<Memtable.Key, Memtable.Change>> range(byte[] from, byte @Nullable [] to) {
        Memtable.Key begin = new Memtable.Key(from);
        if (!isBefore(begin, to)) {
            return Collections.emptyIterator();
        }
        if (changes instanceof NavigableMap<Memtable.Key, Memtable.Change> ordered) {
            NavigableMap<Memtable.Key, Memtable.Change> range = to == null
                    ? ordered.tailMap(begin, true)
                    : ordered.subMap(begin, true, new Memtable.Key(to), false);
            return range.entrySet().iterator();
        }
        return changes.entrySet().stream()
                .filter(each -> each.getKey().compareTo(begin) >= 0 && isBefore(each.getKey(), to))
                .sorted(Map.Entry.comparingByKey())
                .iterator();
    }

    private static boolean isBefore(Memtable.Key key, byte @Nullable [] end) {
        return end == null || Arrays.compareUnsigned(key.bytes(), end) < 0;
    }
}
