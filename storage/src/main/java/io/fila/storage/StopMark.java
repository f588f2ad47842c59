package io.fila.storage;

import io.fila.storage.rocks.FileFault;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is in a data directory only between a clean stop and the next start: who finds none recovers from a crash. */
public final class StopMark {
    private static final String FILE = "stopped";

    /** How the last use of a directory ended. */
    public enum Found {
        /** There was none. */
        NEW,
        CLEAN,
        UNCLEAN
    }

    private StopMark() {}

    /** Takes the mark away, if there is one. */
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

    /** Leaves the mark. Without it the next start says that it recovers from a crash, and does nothing else differently. */
    static void leave(Path directory) {
        try {
            Files.createFile(directory.resolve(FILE));
        } catch (IOException harmless) {
            return;
        }
    }
}
