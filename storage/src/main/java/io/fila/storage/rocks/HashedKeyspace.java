package io.fila.storage.rocks;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A keyspace whose entries are found by a table of their hashes, and stay in the order they came in. */
final class HashedKeyspace extends Keyspace {
    private static final int BEFORE = 0;
    private static final int AFTER = 1;
    private static final int LINKS = 2;

    /** The golden ratio as a fraction of 2^32: multiplied by it, hashes that are close to each other get far apart. */
    private static final int GOLDEN_RATIO = 0x9E3779B9;

    private static final int HALF_BITS = Integer.SIZE / 2;

    /** At most half full; an entry is in its slot or in one of those behind it, with no empty one between. */
    private Slots slots;

    private int first;
    private int last;

    /** The range that was asked for last, until something changes: who reads a long one asks for one part after the other. */
    private volatile @Nullable Sorted sorted;

    HashedKeyspace(Arena arena, Values values, Pieces spare) {
        super(arena, values);
        slots = Slots.few(spare);
    }

    @Override
    int find(Memtable.Key key) {
        int slot = slot(key.hashCode());
        int entry = slots.get(slot);
        while (entry != 0 && !(mark(entry) == key.hashCode() && isAt(entry, key.bytes()))) {
            slot = after(slot);
            entry = slots.get(slot);
        }
        return entry;
    }

    /** Spreads hashes of keys that differ in their last bytes. */
    private int slot(int hash) {
        int spread = hash * GOLDEN_RATIO;
        return (spread ^ (spread >>> HALF_BITS)) & (slots.size() - 1);
    }

    private int after(int slot) {
        return (slot + 1) & (slots.size() - 1);
    }

    @Override
    int add(Memtable.Key key) {
        if (2 * (size() + 1) > slots.size()) {
            grow();
        }
        int entry = addEntry(key.bytes(), key.hashCode(), LINKS);
        place(entry);
        setLink(entry, BEFORE, last);
        setLink(entry, AFTER, 0);
        if (last == 0) {
            first = entry;
        } else {
            setLink(last, AFTER, entry);
        }
        last = entry;
        forgetOrder();
        return entry;
    }

    private void forgetOrder() {
        // Reading it costs less than writing it, and nearly always there is nothing to forget.
        if (sorted != null) {
            sorted = null;
        }
    }

    private void grow() {
        Slots outgrown = slots;
        slots = outgrown.twice();
        outgrown.release();
        for (int entry = first; entry != 0; entry = next(entry)) {
            place(entry);
        }
    }

    private void place(int entry) {
        int slot = slot(mark(entry));
        while (slots.get(slot) != 0) {
            slot = after(slot);
        }
        slots.set(slot, entry);
    }

    @Override
    void unlink(int entry) {
        int before = link(entry, BEFORE);
        int after = link(entry, AFTER);
        if (before == 0) {
            first = after;
        } else {
            setLink(before, AFTER, after);
        }
        if (after == 0) {
            last = before;
        } else {
            setLink(after, BEFORE, before);
        }
        int slot = slot(mark(entry));
        while (slots.get(slot) != entry) {
            slot = after(slot);
        }
        closeGap(slot);
        forgetOrder();
    }

    /** Moves up what would not be found behind an empty slot. */
    private void closeGap(int empty) {
        int gap = empty;
        slots.set(gap, 0);
        for (int slot = after(gap); slots.get(slot) != 0; slot = after(slot)) {
            int home = slot(mark(slots.get(slot)));
            boolean liesBetween = gap <= slot ? gap < home && home <= slot : gap < home || home <= slot;
            if (!liesBetween) {
                slots.set(gap, slots.get(slot));
                slots.set(slot, 0);
                gap = slot;
            }
        }
    }

    @Override
    int first() {
        return first;
    }

    @Override
    int next(int entry) {
        return link(entry, AFTER);
    }

    @Override
    int links(int entry) {
        return LINKS;
    }

    @Override
    void release() {
        sorted = null;
        slots.release();
    }

    @Override
    PrimitiveIterator.OfInt range(byte[] from, byte @Nullable [] to) {
        Sorted known = sorted;
        if (known == null || !known.covers(from, to)) {
            known = sort(from, to);
            sorted = known;
        }
        int[] entries = known.entries;
        return Arrays.stream(entries, firstNotBefore(from, entries), entries.length)
                .iterator();
    }

    private Sorted sort(byte[] from, byte @Nullable [] to) {
        int[] entries = IntStream.iterate(first, entry -> entry != 0, this::next)
                .filter(entry -> compare(entry, from) >= 0 && isBefore(entry, to))
                .mapToObj(entry -> new Keyed(key(entry), entry))
                .sorted(Comparator.comparing(Keyed::key, Arrays::compareUnsigned))
                .mapToInt(Keyed::entry)
                .toArray();
        return new Sorted(from, to, entries);
    }

    private int firstNotBefore(byte[] key, int[] entries) {
        int low = 0;
        int high = entries.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(entries[middle], key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** An entry with its key, to be sorted. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Keyed(byte[] key, int entry) {}

    /** The entries of a range, in the order of their keys. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sorted(byte[] from, byte @Nullable [] to, int[] entries) {
        boolean covers(byte[] otherFrom, byte @Nullable [] otherTo) {
            return Arrays.compareUnsigned(from, otherFrom) <= 0 && Arrays.equals(to, otherTo);
        }
    }
}
