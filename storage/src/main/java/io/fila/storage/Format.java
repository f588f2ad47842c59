package io.fila.storage;

import io.fila.storage.codec.MalformedException;
import io.fila.storage.codec.VersionCodec;
import io.fila.storage.rocks.Batch;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.StorageException;
import java.nio.charset.StandardCharsets;

/** The version of what is in a directory: a program that does not know it must not touch it. */
final class Format {
    static final int VERSION = 1;
    private static final byte[] KEY = "format".getBytes(StandardCharsets.UTF_8);

    private Format() {}

    /** Writes the version into a new directory, or makes sure that it is ours in an old one. */
    static void claim(Database database) {
        byte[] stored = database.lookUp(Family.META, KEY).value();
        if (stored == null) {
            stamp(database, VERSION);
            return;
        }
        int found = read(stored);
        if (found != VERSION) {
            throw new StorageException("Expected data of format " + VERSION + " but it is of format " + found
                    + "; run the version of Fila that wrote it, or choose another data directory.");
        }
    }

    static void stamp(Database database, int version) {
        try (Batch batch = database.newBatch()) {
            batch.put(Family.META, KEY, VersionCodec.write(KEY, version));
            database.write(batch, true);
        }
    }

    private static int read(byte[] stored) {
        try {
            return VersionCodec.read(KEY, stored);
        } catch (MalformedException malformed) {
            throw new StorageException(
                    "Expected the version of the data format but its record is damaged;"
                            + " restore the data directory from a backup.",
                    malformed);
        }
    }
}
