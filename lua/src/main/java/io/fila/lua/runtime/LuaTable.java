package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A table: an array for the keys 1 to n, an open-addressed hash for the rest. All access here is raw; metamethods are
 * {@link Access}'s. A key whose value was removed stays in the hash until the next growth, so that a traversal may clear
 * entries. Used by one thread at a time.
 */
@SuppressWarnings("ReferenceEquality") // Constants meet themselves: the same object is the common case.
public final class LuaTable {
    private static final @Nullable Object[] EMPTY = {};
    private static final Object BURIED = new Object();
    private static final int FREE_PROBES = 8;
    private static final int LONG_KEY = 128;

    private final Budget budget;
    private final int id;
    private @Nullable Object[] array = EMPTY;
    /** Entries of the array in use; the last of them is not nil. */
    private int count;
    /** Keys at even, values at odd places; a power of two of them, or none. */
    private @Nullable Object[] hash = EMPTY;

    private int hashUsed;
    private @Nullable LuaTable metatable;
    /** A bit for each metamethod known to be absent from this table used as a metatable. */
    private int absent;

    int mark;

    LuaTable(Machine machine, int arrayCapacity, int hashCapacity) {
        this.budget = machine.budget();
        this.id = machine.nextId();
        budget.allocate(Budget.TABLE_BYTES);
        if (arrayCapacity > 0) {
            budget.allocate((long) Budget.ARRAY_SLOT_BYTES * arrayCapacity);
            array = new Object[arrayCapacity];
        }
        if (hashCapacity > 0) {
            newHash(HashLayout.slotsFor(hashCapacity));
        }
    }

    /** The value of any key; nil is null. */
    public @Nullable Object get(@Nullable Object key) {
        if (key instanceof String text) {
            return get(text);
        }
        if (key instanceof Long integer) {
            return get((long) integer);
        }
        if (key instanceof Double number) {
            return Numbers.isIntegral(number) ? get((long) (double) number) : lookup(number);
        }
        return key == null ? null : lookup(key);
    }

    /** The value of an integer key. */
    public @Nullable Object get(long key) {
        long index = key - 1;
        if (index >= 0 && index < count) {
            return array[(int) index];
        }
        return hashUsed == 0 ? null : lookup(key);
    }

    /** The value of a text key. */
    public @Nullable Object get(String key) {
        @Nullable Object[] hash = this.hash;
        if (hash.length == 0) {
            return null;
        }
        int mask = hash.length - 1;
        int at = HashLayout.place(key.hashCode(), mask);
        Object found = hash[at];
        if (found == key) {
            return hash[at + 1];
        }
        return probeText(hash, key, at, mask);
    }

    private @Nullable Object probeText(@Nullable Object[] hash, String key, int start, int mask) {
        int at = start;
        int probes = 0;
        for (Object found = hash[at]; found != null; found = hash[at]) {
            if (found == key || (found instanceof String text && sameText(text, key))) {
                return hash[at + 1];
            }
            at = (at + 2) & mask;
            if (++probes > FREE_PROBES) {
                budget.tick();
            }
        }
        return null;
    }

    private boolean sameText(String a, String b) {
        if (a.length() != b.length() || a.hashCode() != b.hashCode()) {
            return false;
        }
        if (a.length() > LONG_KEY) {
            budget.chargeBulk(a.length());
        }
        return a.equals(b);
    }

    private @Nullable Object lookup(Object key) {
        int at = find(key);
        return at < 0 ? null : hash[at + 1];
    }

    /** The place of a key in the hash, or the complement of the place where it could go. */
    private int find(Object key) {
        @Nullable Object[] hash = this.hash;
        if (hash.length == 0) {
            return -1;
        }
        int mask = hash.length - 1;
        int at = HashLayout.place(key.hashCode(), mask);
        int probes = 0;
        for (Object found = hash[at]; found != null; found = hash[at]) {
            if (found == key || sameKey(found, key)) {
                return at;
            }
            at = (at + 2) & mask;
            if (++probes > FREE_PROBES) {
                budget.tick();
            }
        }
        return ~at;
    }

    private boolean sameKey(Object found, Object key) {
        if (key instanceof String text) {
            return found instanceof String other && sameText(other, text);
        }
        return found.equals(key);
    }

    /**
     * Sets the value of any key; null removes it. The key may not be nil or not-a-number: {@link Access} says so to
     * scripts, here it is an {@link IllegalArgumentException}.
     */
    public void put(@Nullable Object key, @Nullable Object value) {
        if (key instanceof Long integer) {
            put((long) integer, value);
        } else if (key instanceof Double number) {
            if (Numbers.isIntegral(number)) {
                put((long) (double) number, value);
            } else if (Double.isNaN(number)) {
                throw new IllegalArgumentException("Expected a table key but found not-a-number");
            } else {
                putHash(number, value);
            }
        } else if (key == null) {
            throw new IllegalArgumentException("Expected a table key but found nil");
        } else {
            putHash(key, value);
        }
    }

    /** Sets the value of an integer key; null removes it. */
    public void put(long key, @Nullable Object value) {
        long index = key - 1;
        if (index >= 0 && index < count) {
            array[(int) index] = value;
            if (value == null && index == count - 1) {
                shrink();
            }
        } else if (index == count && value != null) {
            append(value);
        } else {
            putHash(key, value);
        }
    }

    private void shrink() {
        int last = count - 1;
        while (last > 0 && array[last - 1] == null) {
            last--;
        }
        budget.chargeBulk(4L * (count - last));
        count = last;
    }

    /** Sets the key one above the length. */
    public void append(Object value) {
        if (count == array.length) {
            growArray();
        }
        if (hashUsed > 0) {
            int at = find((long) count + 1);
            if (at >= 0) {
                bury(at);
            }
        }
        array[count++] = value;
        if (hashUsed > 0) {
            adoptFollowing();
        }
    }

    private void growArray() {
        int capacity = array.length < 4 ? 4 : array.length * 2;
        budget.allocate((long) Budget.ARRAY_SLOT_BYTES * (capacity - array.length));
        @Nullable Object[] grown = new Object[capacity];
        System.arraycopy(array, 0, grown, 0, count);
        array = grown;
    }

    /** Moves the keys that now follow the array from the hash into it. */
    private void adoptFollowing() {
        int at = find((long) count + 1);
        while (at >= 0) {
            Object value = hash[at + 1];
            if (value == null) {
                return;
            }
            budget.tick();
            if (count == array.length) {
                growArray();
            }
            bury(at);
            array[count++] = value;
            at = find((long) count + 1);
        }
    }

    /** Removes a key that moved to the array, so that it is not found twice. */
    private void bury(int at) {
        hash[at] = BURIED;
        hash[at + 1] = null;
    }

    private void putHash(Object key, @Nullable Object value) {
        absent = 0;
        int at = find(key);
        if (at >= 0) {
            hash[at + 1] = value;
        } else if (value != null) {
            insert(key, value, ~at);
        }
    }

    private void insert(Object key, Object value, int free) {
        int at = free;
        if (HashLayout.isFull(hashUsed, hash.length)) {
            rehash();
            at = ~find(key);
        }
        hash[at] = key;
        hash[at + 1] = value;
        hashUsed++;
    }

    private void rehash() {
        @Nullable Object[] old = hash;
        int live = HashLayout.live(old);
        budget.chargeBulk(16L * old.length);
        newHash(HashLayout.slotsFor(live + 1 + live / 4));
        for (int i = 0; i < old.length; i += 2) {
            Object key = old[i];
            Object value = old[i + 1];
            if (key != null && value != null) {
                int at = ~find(key);
                hash[at] = key;
                hash[at + 1] = value;
                hashUsed++;
            }
        }
    }

    private void newHash(int slots) {
        budget.allocate((long) Budget.HASH_SLOT_BYTES * slots);
        hash = new Object[2 * slots];
        hashUsed = 0;
    }

    /** Makes room for so many more entries of the array. */
    public void reserve(int entries) {
        int wanted = count + entries;
        if (wanted > array.length) {
            budget.allocate((long) Budget.ARRAY_SLOT_BYTES * (wanted - array.length));
            @Nullable Object[] grown = new Object[wanted];
            System.arraycopy(array, 0, grown, 0, count);
            array = grown;
        }
    }

    /** Sets the keys from {@code first} on, which a constructor knows to be new; nils make holes. */
    public void putAll(long first, @Nullable Object[] values) {
        if (first == count + 1L) {
            reserve(values.length);
            for (int i = 0; hashUsed > 0 && i < values.length; i++) {
                budget.tick();
                int at = find(first + i);
                if (at >= 0) {
                    bury(at);
                }
            }
            System.arraycopy(values, 0, array, count, values.length);
            count += values.length;
            if (count > 0 && array[count - 1] == null) {
                shrink();
            }
            if (hashUsed > 0) {
                adoptFollowing();
            }
            return;
        }
        for (int i = 0; i < values.length; i++) {
            budget.tick();
            put(first + i, values[i]);
        }
    }

    /** The length: the last key of the array part, which is a border of the table. */
    public long length() {
        return count;
    }

    /**
     * The entry after a key in traversal order as {key, value}, the first after nil; null after the last.
     *
     * @throws IllegalArgumentException when the key is not in the table
     */
    public @Nullable Object @Nullable [] next(@Nullable Object key) {
        for (int i = indexAfter(key); i < count; i++) {
            budget.tick();
            Object value = array[i];
            if (value != null) {
                return new @Nullable Object[] {i + 1L, value};
            }
        }
        for (int at = hashIndexAfter(key); at < hash.length; at += 2) {
            budget.tick();
            Object value = hash[at + 1];
            if (value != null) {
                return new @Nullable Object[] {hash[at], value};
            }
        }
        return null;
    }

    /** The place of the entry after a place in traversal order, the first after -1; -1 after the last. */
    public int advance(int place) {
        int next = place + 1;
        for (; next < count; next++) {
            if (array[next] != null) {
                return next;
            }
            budget.tick();
        }
        int capacity = array.length;
        // Odd places of the hash hold its values.
        for (int at = Math.max(next - capacity, 0) & ~1; at < hash.length; at += 2) {
            if (capacity + at > place && hash[at + 1] != null) {
                return capacity + at;
            }
            budget.tick();
        }
        return -1;
    }

    /** The key at a place. */
    public @Nullable Object keyAt(int place) {
        return place < array.length ? (Object) (place + 1L) : hash[place - array.length];
    }

    /** The value at a place. */
    public @Nullable Object valueAt(int place) {
        return place < array.length ? array[place] : hash[place - array.length + 1];
    }

    private int indexAfter(@Nullable Object key) {
        if (key == null) {
            return 0;
        }
        Long integer = Numbers.exactInteger(key);
        return integer != null && integer >= 1 && integer <= count ? (int) (long) integer : count;
    }

    private int hashIndexAfter(@Nullable Object key) {
        Long integer = Numbers.exactInteger(key);
        if (key == null || (integer != null && integer >= 1 && integer <= count)) {
            return 0;
        }
        int at = find(integer == null ? key : integer);
        if (at >= 0) {
            return at + 2;
        }
        if (integer != null && integer >= 1 && integer <= array.length) {
            // The traversal met it in the array, which has shrunk since.
            return 0;
        }
        throw new IllegalArgumentException("invalid key to 'next'");
    }

    /** The metatable; null when there is none. */
    public @Nullable LuaTable metatable() {
        return metatable;
    }

    /** Sets or removes the metatable. */
    public void metatable(@Nullable LuaTable metatable) {
        this.metatable = metatable;
    }

    /** The metamethod of an event; null when the table has none. */
    public @Nullable Object metamethod(Event event) {
        LuaTable meta = metatable;
        if (meta == null || (meta.absent & event.bit) != 0) {
            return null;
        }
        Object method = meta.get(event.key);
        if (method == null) {
            meta.absent |= event.bit;
        }
        return method;
    }

    void retain(Retained retained) {
        retained.addBytes(Budget.TABLE_BYTES);
        retained.addAll(array);
        retained.addAll(hash);
        retained.add(metatable);
    }

    /** Hashes by order of creation, so that the order of a traversal is the same in every run. */
    @Override
    public int hashCode() {
        return id;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public String toString() {
        return Types.address("table", id);
    }
}
