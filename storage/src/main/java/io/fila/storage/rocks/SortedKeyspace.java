package io.fila.storage.rocks;

import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A keyspace whose entries are in the order of their keys: a skip list. Keys mostly come in their order, so what comes after the last is
 * not searched for.
 */
final class SortedKeyspace extends Keyspace {
    /** One entry in four has a link of the next level; enough for more entries than a memtable has. */
    private static final int LEVELS = 10;

    private static final int NEXT_LEVEL_BITS = 2;

    /** Anything but 0. */
    private static final int FIRST_ROLL = 0x2545F491;

    /** The first entry of each level. */
    private final int[] heads = new int[LEVELS];

    /** The last entry of each level. */
    private final int[] tails = new int[LEVELS];

    /** For each level the last entry before what was searched for; 0 if that is the head. */
    private final int[] path = new int[LEVELS];

    private int dice = FIRST_ROLL;

    SortedKeyspace(Arena arena, Values values) {
        super(arena, values);
    }

    @Override
    int find(Memtable.Key key) {
        int entry = ceiling(key.bytes());
        return entry != 0 && isAt(entry, key.bytes()) ? entry : 0;
    }

    /** The first entry whose key is not before a key; 0 if there is none. */
    private int ceiling(byte[] key) {
        if (tails[0] == 0 || compare(tails[0], key) < 0) {
            return 0;
        }
        int before = 0;
        for (int level = LEVELS - 1; level >= 0; level--) {
            before = lastBefore(key, before, level);
        }
        return after(before, 0);
    }

    /** The last entry of a level before a key, from another on. */
    private int lastBefore(byte[] key, int from, int level) {
        int before = from;
        int next = after(before, level);
        while (next != 0 && compare(next, key) < 0) {
            before = next;
            next = after(before, level);
        }
        return before;
    }

    private int after(int entry, int level) {
        return entry == 0 ? heads[level] : link(entry, level);
    }

    private void setAfter(int entry, int level, int next) {
        if (entry == 0) {
            heads[level] = next;
        } else {
            setLink(entry, level, next);
        }
    }

    @Override
    int add(Memtable.Key key) {
        byte[] bytes = key.bytes();
        if (tails[0] == 0 || compare(tails[0], bytes) < 0) {
            System.arraycopy(tails, 0, path, 0, LEVELS);
        } else {
            searchPath(bytes);
        }
        int levels = roll();
        int entry = addEntry(bytes, levels, levels);
        for (int level = 0; level < levels; level++) {
            int next = after(path[level], level);
            setLink(entry, level, next);
            setAfter(path[level], level, entry);
            if (next == 0) {
                tails[level] = entry;
            }
        }
        return entry;
    }

    private void searchPath(byte[] key) {
        int before = 0;
        for (int level = LEVELS - 1; level >= 0; level--) {
            before = lastBefore(key, before, level);
            path[level] = before;
        }
    }

    /** How many levels the next entry has, by Marsaglia's xorshift: 13, 17 and 5 are his. */
    private int roll() {
        dice ^= dice << 13;
        dice ^= dice >>> 17;
        dice ^= dice << 5;
        int levels = 1 + Integer.numberOfTrailingZeros(dice) / NEXT_LEVEL_BITS;
        return Math.min(levels, LEVELS);
    }

    @Override
    void unlink(int entry) {
        searchPath(key(entry));
        for (int level = 0; level < links(entry); level++) {
            int next = link(entry, level);
            setAfter(path[level], level, next);
            if (next == 0) {
                tails[level] = path[level];
            }
        }
    }

    @Override
    int first() {
        return heads[0];
    }

    @Override
    int next(int entry) {
        return link(entry, 0);
    }

    @Override
    int links(int entry) {
        return mark(entry);
    }

    @Override
    void release() {
        // All it has is in the arena.
    }

    @Override
    PrimitiveIterator.OfInt range(byte[] from, byte @Nullable [] to) {
        return IntStream.iterate(ceiling(from), entry -> entry != 0 && isBefore(entry, to), this::next)
                .iterator();
    }
}
