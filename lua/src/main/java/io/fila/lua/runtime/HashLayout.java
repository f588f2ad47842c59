package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** How the hash part of a table lies in its array: keys at even, values at odd places, at most three quarters full. */
final class HashLayout {
    private static final int MIN_SLOTS = 4;
    private static final int MAX_SLOTS = 1 << 28;

    private HashLayout() {}

    /** The place where the search for a key begins. */
    static int place(int hash, int mask) {
        int mixed = hash * 0x9E3779B9;
        return ((mixed ^ (mixed >>> 15)) << 1) & mask;
    }

    /** The slots that so many keys need. */
    static int slotsFor(int keys) {
        int slots = MIN_SLOTS;
        while (slots * 3L < keys * 4L) {
            slots *= 2;
            if (slots > MAX_SLOTS) {
                throw new LuaLimitExceeded(LuaLimitExceeded.Limit.MEMORY, "a table cannot hold so many keys");
            }
        }
        return slots;
    }

    /** Whether an array of this size is too small for one more key. */
    static boolean isFull(int used, int places) {
        return (used + 1) * 8L > places * 3L;
    }

    /** The keys that have a value. */
    static int live(@Nullable Object[] hash) {
        int live = 0;
        for (int i = 1; i < hash.length; i += 2) {
            if (hash[i] != null) {
                live++;
            }
        }
        return live;
    }
}
