package io.fila.storage.rocks;

import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** One pass over a range of RocksDB's records and of the recent changes to it, in order, as both were at one moment. */
final class Merge {
    private final RocksIterator below;
    private final Recent.Range recent;
    private final Iterator<Recent.Change> changes;
    private Recent.@Nullable Change change;
    private byte @Nullable [] stored;

    Merge(RocksIterator below, Recent.Range recent) {
        this.below = below;
        this.recent = recent;
        this.changes = recent.changes().iterator();
    }

    /** Hands records out, from a key on; the key to go on with if there may be more than was looked at, null if not. */
    byte @Nullable [] run(byte[] from, Database.Visitor visitor) throws RocksDBException {
        below.seek(from);
        readStored();
        nextChange();
        while (stored != null || change != null) {
            if (!step(visitor)) {
                return null;
            }
        }
        Memtable.Key through = recent.through();
        return through == null ? null : Sweep.successor(through.bytes());
    }

    private void nextChange() {
        change = changes.hasNext() ? changes.next() : null;
    }

    /** The next record of RocksDB; one behind what is known of recent changes is left for the next look. */
    private void readStored() throws RocksDBException {
        if (!below.isValid()) {
            below.status();
            stored = null;
            return;
        }
        byte[] key = below.key();
        Memtable.Key through = recent.through();
        stored = through == null || Arrays.compareUnsigned(key, through.bytes()) <= 0 ? key : null;
    }

    /** Takes whichever comes first; false if the visitor wants to stop. */
    private boolean step(Database.Visitor visitor) throws RocksDBException {
        byte[] key = stored;
        Recent.Change newer = change;
        int order = key == null ? 1 : newer == null ? -1 : Arrays.compareUnsigned(key, newer.key());
        boolean goOn = true;
        if (order < 0 && key != null) {
            goOn = recent.hides(key) || visitor.visit(key, below.value());
        } else if (newer != null) {
            byte[] value = newer.value();
            goOn = value == null || visitor.visit(newer.key(), value);
            nextChange();
        }
        if (order <= 0) {
            below.next();
            readStored();
        }
        return goOn;
    }
}
