package io.fila.storage.rocks;

import java.nio.file.Path;
import java.util.List;

/**
 * Puts the databases of several shards together: the first gets the queues of the others, which have other numbers than its own.
 * Settings, keys and buckets are the first's, which owns them. Whoever does it has the directories to itself.
 */
public final class ShardMerge {
    private static final long BATCH_BYTES = 4 << 20;
    private static final byte[] FIRST = {};

    private ShardMerge() {}

    /**
     * Merges others into one.
     *
     * @param others are only read
     * @throws StorageException if one of them is damaged, or there is no room
     */
    public static void into(Path database, List<Path> others, Allowance allowance) {
        try (Database whole = Database.open(database, allowance, sentence -> {
            throw new StorageException(sentence);
        })) {
            for (Path other : others) {
                try (Database part = Database.openToRead(other, allowance, new Recent())) {
                    for (Family family : Family.values()) {
                        if (family.isPerQueue() && part.has(family)) {
                            copy(part, whole, family, other);
                        }
                    }
                }
            }
            whole.flush();
        }
    }

    private static void copy(Database part, Database whole, Family family, Path from) {
        try (Batch batch = whole.newBatch()) {
            part.sweep(family, FIRST, null, new Copier(batch, whole, family, from));
            write(batch, whole);
        }
    }

    private static void write(Batch batch, Database whole) {
        try {
            whole.write(batch);
            batch.clear();
        } catch (MendedException impossible) {
            throw new StorageException("Expected a copied database to be sound but it is damaged.", impossible);
        }
    }

    /** Writes what it finds of one family into the whole. */
    private record Copier(Batch batch, Database whole, Family family, Path from) implements Finder {
        @Override
        public boolean found(byte[] key, byte[] value) {
            batch.put(family, key, value);
            if (batch.bytes() > BATCH_BYTES) {
                write(batch, whole);
            }
            return true;
        }

        @Override
        public boolean rescued(byte[] key, byte[] value) {
            throw damaged();
        }

        @Override
        public void damaged(byte[] key, byte[] value) {
            throw damaged();
        }

        private StorageException damaged() {
            return new StorageException("Expected a sound backup but " + from + " has damaged " + family.title()
                    + "; restore another one.");
        }
    }
}
