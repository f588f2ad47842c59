package io.fila.storage;

import io.fila.storage.codec.MalformedException;
import io.fila.storage.codec.QuarantineCodec;
import io.fila.storage.rocks.Changes;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Finder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Keeps damaged records as raw bytes for a person to inspect. */
public final class Quarantine {
    private static final byte[] NOTHING = {};

    private final Database database;
    private final InstantSource clock;

    Quarantine(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * One record that was set aside.
     *
     * @param family the kind of record: the name of the column family it was in
     * @param key the key it was found under
     * @param value what was stored under it; empty if nothing could be read
     */
    @SuppressWarnings("ArrayRecordComponent") // raw evidence, never compared
    public record Exhibit(String family, byte[] key, byte[] value, String reason, Instant setAsideAt) {}

    /** Up to {@code limit} of the records set aside, sorted by key. Any thread. */
    public List<Exhibit> list(int limit) {
        List<Exhibit> exhibits = new ArrayList<>();
        database.sweep(Family.QUARANTINE, NOTHING, null, new Finder() {
            @Override
            public boolean found(byte[] key, byte[] value) {
                exhibits.add(read(key, value));
                return exhibits.size() < limit;
            }

            @Override
            public boolean rescued(byte[] key, byte[] value) {
                return found(key, value);
            }

            @Override
            public void damaged(byte[] key, byte[] value) {
                exhibits.add(read(key, value));
            }
        });
        return exhibits;
    }

    /** Moves what is left of the record under a key here. If nothing is left, an earlier copy stays. */
    void move(Family family, byte[] key, String reason, Changes batch) {
        byte[] value = database.lookUp(family, key).value();
        if (value != null || !holds(family, key)) {
            keep(family, key, value == null ? NOTHING : value, reason, batch);
        }
        batch.delete(family, key);
    }

    void keep(Family family, byte[] key, byte[] value, String reason, Changes batch) {
        byte[] exhibit = QuarantineCodec.key(family.code(), key);
        batch.put(Family.QUARANTINE, exhibit, QuarantineCodec.write(exhibit, value, reason, clock.millis()));
    }

    boolean holds(Family family, byte[] key) {
        return database.lookUp(Family.QUARANTINE, QuarantineCodec.key(family.code(), key))
                        .value()
                != null;
    }

    void forget(Family family, byte[] key, Changes batch) {
        batch.delete(Family.QUARANTINE, QuarantineCodec.key(family.code(), key));
    }

    private static Exhibit read(byte[] key, byte[] value) {
        try {
            QuarantineCodec.Exhibit exhibit = QuarantineCodec.read(key, value);
            return new Exhibit(
                    Family.ofCode(exhibit.family()).title(),
                    exhibit.key(),
                    exhibit.value(),
                    exhibit.reason(),
                    Instant.ofEpochMilli(exhibit.atMillis()));
        } catch (MalformedException damaged) {
            return new Exhibit(
                    Family.QUARANTINE.title(), key, value, "it was damaged again in the quarantine", Instant.EPOCH);
        }
    }
}
