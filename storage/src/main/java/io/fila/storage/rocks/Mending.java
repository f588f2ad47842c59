package io.fila.storage.rocks;

import io.fila.storage.codec.Keys;
import io.fila.storage.codec.LeaseCodec;
import io.fila.storage.codec.MalformedException;
import io.fila.storage.codec.QuarantineCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The way out when RocksDB can go on no longer with a damaged file: everything that can be read is copied into a new
 * database, which takes the place of the damaged one. That one is kept beside it for a person to look at.
 */
final class Mending {
    private static final String COPY_SUFFIX = ".copy";
    private static final String COMPLETE_SUFFIX = ".mended";
    private static final String KEPT_SUFFIX = ".damaged-";
    private static final long BATCH_BYTES = 4 << 20;
    private static final byte[] FIRST = {};

    private Mending() {}

    /** Completes a mending that was interrupted, if there was one. */
    static void finish(Path directory) {
        Path complete = beside(directory, COMPLETE_SUFFIX);
        if (Files.exists(complete)) {
            try {
                replace(directory, complete);
            } catch (IOException failure) {
                throw unable(directory, failure);
            }
        }
    }

    static void mend(Path directory, Allowance allowance, Consumer<String> reports) {
        Path copy = beside(directory, COPY_SUFFIX);
        Path complete = beside(directory, COMPLETE_SUFFIX);
        try {
            DirectoryTree.delete(copy);
            try (Database damaged = Database.openWreck(directory, allowance);
                    Database mended = Database.open(copy, allowance, reports)) {
                for (Family family : Family.values()) {
                    copy(damaged, mended, family, reports);
                }
                note(mended);
                mended.flush();
            }
            Files.move(copy, complete);
            Path kept = replace(directory, complete);
            reports.accept("The database in " + directory + " has been mended; the damaged files are kept in " + kept
                    + ", to be deleted when nobody needs them any more.");
        } catch (IOException failure) {
            throw unable(directory, failure);
        }
    }

    private static void copy(Database damaged, Database mended, Family family, Consumer<String> reports) {
        try (Copier copier = new Copier(damaged, mended, family, reports)) {
            damaged.sweep(family, FIRST, null, copier);
            write(copier.batch, mended);
        }
    }

    /** In the database itself: the process may be killed before what is missing is made again. */
    private static void note(Database mended) {
        try (Batch batch = mended.newBatch()) {
            batch.noteMending();
            write(batch, mended);
        }
    }

    private static void write(Batch batch, Database mended) {
        try {
            mended.write(batch);
            batch.clear();
        } catch (MendedException impossible) {
            throw new StorageException("Expected a new database to be sound but it is damaged too.", impossible);
        }
    }

    /** Writes what it finds of one family into the new database, and what is damaged into its quarantine. */
    private static final class Copier implements Finder, AutoCloseable {
        private final Database damaged;
        private final Database mended;
        private final Family family;
        private final Consumer<String> reports;
        private final Batch batch;

        Copier(Database damaged, Database mended, Family family, Consumer<String> reports) {
            this.damaged = damaged;
            this.mended = mended;
            this.family = family;
            this.reports = reports;
            this.batch = mended.newBatch();
        }

        @Override
        public boolean found(byte[] key, byte[] value) {
            put(family, key, value);
            return true;
        }

        @Override
        public boolean rescued(byte[] key, byte[] value) {
            // A count that may be out of date is left out; it is counted again from the messages.
            return family.isCount() || found(key, value);
        }

        @Override
        public void damaged(byte[] key, byte[] value) {
            if (family == Family.LEASES) {
                makeLeaseAgain(key);
            }
            byte[] exhibit = QuarantineCodec.key(family.code(), key);
            put(
                    Family.QUARANTINE,
                    exhibit,
                    QuarantineCodec.write(
                            exhibit, value, "it was damaged when the database was mended", System.currentTimeMillis()));
            reports.accept("Expected a sound record " + Keys.spell(key) + " of " + family.title()
                    + " but its checksum does not match; it is in the quarantine.");
        }

        /** Without a lease the message would be in no place. */
        private void makeLeaseAgain(byte[] key) {
            byte[] lease = damaged.lookUp(Family.LEASES, key).value();
            byte[] body = damaged.lookUp(Family.BODIES, key).value();
            try {
                if (lease != null && body != null) {
                    put(Family.LEASES, key, LeaseCodec.writeRunOut(key, body));
                }
            } catch (MalformedException damagedToo) {
                // Both are in the quarantine then.
            }
        }

        /** The batch is written when it is large, because it is in native memory and bodies may have any size. */
        private void put(Family to, byte[] key, byte[] value) {
            batch.put(to, key, value);
            if (batch.bytes() > BATCH_BYTES) {
                write(batch, mended);
            }
        }

        @Override
        public void close() {
            batch.close();
        }
    }

    private static Path replace(Path directory, Path complete) throws IOException {
        Path kept = directory;
        for (int number = 1; Files.exists(kept); number++) {
            kept = beside(directory, KEPT_SUFFIX + number);
        }
        if (Files.exists(directory)) {
            Files.move(directory, kept);
        }
        Files.move(complete, directory);
        DirectoryTree.sync(parent(directory));
        return kept;
    }

    private static Path beside(Path directory, String suffix) {
        return parent(directory).resolve(directory.getFileName() + suffix);
    }

    private static Path parent(Path directory) {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent == null) {
            throw new StorageException(
                    "Expected a data directory inside another directory but it is " + directory + ".");
        }
        return parent;
    }

    private static StorageException unable(Path directory, IOException failure) {
        return new StorageException(
                "Expected to repair the database in " + directory + " but could not: " + FileFault.explain(failure)
                        + "; make room on the disk and start again, or restore the data directory from a backup.",
                failure);
    }
}
