package io.fila.storage.rocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Several keys that are looked up together. What is recent is read from the log with long reads, what is in RocksDB with one pass:
 * both are quick if keys that are asked for one after the other were written one after the other. One thread.
 */
final class Lookups implements AutoCloseable {
    private final Recent recent;
    private final Family family;
    private final List<byte[]> keys;
    private final ReadAhead ahead;
    private final Opened opening;
    private @Nullable RocksIterator below;
    private boolean isAtLast;

    /** Opens a pass over what RocksDB has. */
    interface Opened {
        RocksIterator open();
    }

    /**
     * A lookup to come.
     *
     * @param ahead for what is in the log; nothing that was read before is used
     */
    Lookups(Recent recent, Family family, List<byte[]> keys, ReadAhead ahead, Opened opening) {
        this.recent = recent;
        this.family = family;
        this.keys = keys;
        this.ahead = ahead;
        this.opening = opening;
    }

    /** The values in the order of their keys, until they are so many bytes; absent where there is none, or none can be read. */
    List<byte @Nullable []> run(long mostBytes) {
        ahead.forget();
        List<Memtable.@Nullable Change> found = recent.changes(family, keys);
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        long bytes = 0;
        for (int i = 0; i < keys.size() && (i == 0 || bytes < mostBytes); i++) {
            byte[] value = value(keys.get(i), found.get(i));
            values.add(value);
            bytes += value == null ? 0 : value.length;
        }
        // Once one is applied its place in the log may be used again: then what was read is something else.
        List<Memtable.@Nullable Change> after = recent.changes(family, keys.subList(0, values.size()));
        for (int i = 0; i < values.size(); i++) {
            Memtable.Change change = found.get(i);
            if (change != null && !change.isStill(after.get(i))) {
                values.set(i, null);
            }
        }
        return values;
    }

    private byte @Nullable [] value(byte[] key, Memtable.@Nullable Change change) {
        if (change == null) {
            return valueBelow(key);
        }
        Stored value = change.value();
        try {
            return value == null ? null : value.bytes(ahead);
        } catch (StorageException moved) {
            return null;
        }
    }

    private byte @Nullable [] valueBelow(byte[] key) {
        try {
            RocksIterator iterator = below == null ? opening.open() : below;
            below = iterator;
            if (isAtLast) {
                iterator.next();
            }
            if (!isAtLast || !isAt(iterator, key)) {
                iterator.seek(key);
            }
            isAtLast = isAt(iterator, key);
            return isAtLast ? iterator.value() : null;
        } catch (RocksDBException failure) {
            isAtLast = false;
            return null;
        }
    }

    private static boolean isAt(RocksIterator iterator, byte[] key) throws RocksDBException {
        if (!iterator.isValid()) {
            iterator.status();
            return false;
        }
        return Arrays.equals(iterator.key(), key);
    }

    @Override
    public void close() {
        if (below != null) {
            below.close();
        }
    }
}
