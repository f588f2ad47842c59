package io.fila.storage.rocks;

import io.fila.storage.codec.Checksum;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A pass over a range of records that gets through damaged blocks: it scans while blocks are sound, goes record by record
 * through a damaged one, and scans on behind it.
 */
final class Sweep {
    private final Database database;
    private final Family family;
    private final byte @Nullable [] to;
    private final Finder finder;
    private final byte[] from;
    private byte[] next;
    private boolean stopped;
    private boolean damaged;

    Sweep(Database database, Family family, byte[] from, byte @Nullable [] to, Finder finder) {
        this.database = database;
        this.family = family;
        this.to = to;
        this.finder = finder;
        this.from = from;
        this.next = from;
    }

    /** Hands everything on; false if any block was damaged. */
    boolean run() {
        while (!database.scan(family, next, to, this::take)) {
            if (!damaged) {
                damaged = true;
                database.flush();
            }
            takeOne();
            if (stopped) {
                break;
            }
        }
        if (damaged) {
            database.broken(family, from, to).forEach(stretch -> finder.damaged(stretch.key(), stretch.value()));
        }
        return !damaged;
    }

    /** Takes one record that stopped a scan. */
    private void takeOne() {
        byte[] key = database.carvedKey(family, next, to);
        if (key == null) {
            stopped = true;
            return;
        }
        Lookup found = database.lookUp(family, key);
        byte[] value = found.value();
        if (value != null && Checksum.isIntact(key, value)) {
            stopped = !(found.blockIsDamaged() ? finder.rescued(key, value) : finder.found(key, value));
        }
        next = successor(key);
    }

    private boolean take(byte[] key, byte[] value) {
        next = successor(key);
        if (Checksum.isIntact(key, value)) {
            stopped = !finder.found(key, value);
        } else {
            finder.damaged(key, value);
        }
        return !stopped;
    }

    /** The first key after a key. */
    static byte[] successor(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }
}
