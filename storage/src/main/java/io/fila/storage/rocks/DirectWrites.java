package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Writes that go to the disk past the page cache, which not every file system takes. */
final class DirectWrites {
    private static final byte[] RECORD = {1};
    private static final String TRIAL_SUFFIX = ".trial";

    private DirectWrites() {}

    /** Whether RocksDB can write files like that beside one, or beside a directory. */
    static boolean arePossibleBeside(Path path) {
        Path trial = path.resolveSibling(path.getFileName() + TRIAL_SUFFIX);
        try (EnvOptions environment = new EnvOptions().setUseDirectWrites(true);
                Options options = new Options();
                SstFileWriter writer = new SstFileWriter(environment, options)) {
            writer.open(trial.toString());
            // Some file systems open a file for such writes and then refuse them.
            writer.put(RECORD, RECORD);
            writer.finish();
            return true;
        } catch (RocksDBException refused) {
            return false;
        } finally {
            delete(trial);
        }
    }

    /** It may be there although it could not be opened. */
    private static void delete(Path trial) {
        try {
            Files.deleteIfExists(trial);
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to delete " + trial + " but could not: " + FileFault.explain(failure)
                            + "; check the disk.",
                    failure);
        }
    }
}
