package io.fila.storage.rocks;

import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a memtable has of one family. Each is an entry in the memtable's arena: its key, where its value is, and what finds it.
 * An entry is the number of its place; 0 is none.
 */
abstract sealed class Keyspace permits HashedKeyspace, SortedKeyspace {
    private static final int KEY_LENGTH = 0;

    /** 0 if it is deleted. */
    private static final int VALUE = KEY_LENGTH + Integer.BYTES;

    /** 1 if there may be an older value below the memtable. */
    private static final int IS_BELOW = VALUE + Integer.BYTES;

    /** Whatever a kind of keyspace needs to find the entry again. */
    private static final int MARK = IS_BELOW + Integer.BYTES;

    private static final int LINKS = MARK + Integer.BYTES;

    private final Arena arena;
    private final Values values;
    private int size;

    Keyspace(Arena arena, Values values) {
        this.arena = arena;
        this.values = values;
    }

    /**
     * Families that are mostly asked for single keys are hashed, and stay in the order they came in; a range of them has to be sorted
     * first. The others are kept in the order of their keys.
     */
    static Keyspace of(Family family, Arena arena, Values values, Pieces spare) {
        return family == Family.BODIES || family == Family.LEASES
                ? new HashedKeyspace(arena, values, spare)
                : new SortedKeyspace(arena, values);
    }

    /** The entry of a key, 0 if there is none. */
    abstract int find(Memtable.Key key);

    /** Adds an entry for a key that has none; its value is still to be set. */
    abstract int add(Memtable.Key key);

    abstract void unlink(int entry);

    /** The first entry, in the order of this keyspace; 0 if there is none. */
    abstract int first();

    /** The entry after another; 0 at the end. */
    abstract int next(int entry);

    /** The entries of a range, in the order of their keys; to be read before anything is changed. */
    abstract PrimitiveIterator.OfInt range(byte[] from, byte @Nullable [] to);

    /** Gives back what it has beside the arena; it is not to be asked any more. */
    abstract void release();

    final int size() {
        return size;
    }

    final int addEntry(byte[] key, int mark, int links) {
        int entry = arena.take(LINKS + links * Integer.BYTES + key.length);
        arena.setNumber(entry + KEY_LENGTH, key.length);
        arena.setNumber(entry + VALUE, 0);
        arena.setNumber(entry + IS_BELOW, 0);
        arena.setNumber(entry + MARK, mark);
        arena.setBytes(keyAt(entry, links), key);
        size++;
        return entry;
    }

    private static int keyAt(int entry, int links) {
        return entry + LINKS + links * Integer.BYTES;
    }

    /** How many links stand before the key of an entry. */
    abstract int links(int entry);

    final int mark(int entry) {
        return arena.number(entry + MARK);
    }

    final int link(int entry, int number) {
        return arena.number(entry + LINKS + number * Integer.BYTES);
    }

    final void setLink(int entry, int number, int other) {
        arena.setNumber(entry + LINKS + number * Integer.BYTES, other);
    }

    final int compare(int entry, byte[] key) {
        return arena.compare(keyAt(entry, links(entry)), keyLength(entry), key);
    }

    final boolean isAt(int entry, byte[] key) {
        return arena.isEqual(keyAt(entry, links(entry)), keyLength(entry), key);
    }

    private int keyLength(int entry) {
        return arena.number(entry + KEY_LENGTH);
    }

    final byte[] key(int entry) {
        return arena.bytes(keyAt(entry, links(entry)), keyLength(entry));
    }

    /** What is under a key; null if it is deleted. */
    final @Nullable Stored value(int entry) {
        int value = arena.number(entry + VALUE);
        return value == 0 ? null : values.get(value);
    }

    final boolean isBelow(int entry) {
        return arena.number(entry + IS_BELOW) != 0;
    }

    /** Replaces what is under a key. */
    final void set(int entry, @Nullable Stored value, boolean isBelow) {
        freeValue(entry);
        arena.setNumber(entry + VALUE, value == null ? 0 : values.add(value));
        arena.setNumber(entry + IS_BELOW, isBelow ? 1 : 0);
    }

    private void freeValue(int entry) {
        int value = arena.number(entry + VALUE);
        if (value != 0) {
            values.free(value);
        }
    }

    final void remove(int entry) {
        unlink(entry);
        freeValue(entry);
        arena.free(entry, LINKS + links(entry) * Integer.BYTES + keyLength(entry));
        size--;
    }

    /** Removes what is known of a queue; returns how much that was. */
    final int removeAll(byte[] queue) {
        int before = size;
        for (int entry = first(), next; entry != 0; entry = next) {
            next = next(entry);
            if (arena.beginsWith(keyAt(entry, links(entry)), keyLength(entry), queue)) {
                remove(entry);
            }
        }
        return before - size;
    }

    final boolean isBefore(int entry, byte @Nullable [] end) {
        return end == null || compare(entry, end) < 0;
    }
}
