package io.fila.storage;

import io.fila.storage.rocks.FileFault;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that exists only between a clean stop and the next start. A start that does not find it recovers from a crash. */
public final class StopMark {
    private static final String FILE = "stopped";

    /** How the last use of a directory ended. */
    public enum Found {
        /** The directory was never used. */
        NEW,
        CLEAN,
        UNCLEAN
    }

    private StopMark() {}

    /** Removes the mark, if there is one. */
    static Found take(Path directory, boolean isNew) {
        try {
            boolean clean = Files.deleteIfExists(directory.resolve(FILE));
            return clean ? Found.CLEAN : isNew ? Found.NEW : Found.UNCLEAN;
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to delete " + directory.resolve(FILE) + " but could not: " + FileFault.explain(failure)
                            + "; check the directory's permissions.",
                    failure);
        }
    }

    /** Writes the mark. Without it the next start logs that it recovers from a crash; nothing else differs. */
    static void leave(Path directory) {
        try {
            Files.createFile(directory.resolve(FILE));
        } catch (IOException harmless) {
            return;
        }
    }
}
