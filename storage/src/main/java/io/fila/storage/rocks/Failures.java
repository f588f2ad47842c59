package io.fila.storage.rocks;

import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What kind of failure RocksDB reports, and what the operator is told of it. */
final class Failures {
    private Failures() {}

    static boolean isCorruption(RocksDBException failure) {
        Status status = failure.getStatus();
        return status != null && status.getCode() == Status.Code.Corruption;
    }

    static boolean isFullDisk(RocksDBException failure) {
        Status status = failure.getStatus();
        return status != null
                && status.getCode() == Status.Code.IOError
                && (status.getSubCode() == Status.SubCode.NoSpace || FullDisk.saysSo(failure));
    }

    /** RocksDB takes no writes until what it has is in tables, and refuses a flush until then. */
    static boolean isOverloaded(RocksDBException failure) {
        Status status = failure.getStatus();
        return status != null && status.getCode() == Status.Code.TryAgain;
    }

    static StorageException unopenable(Path directory, RocksDBException failure) {
        String advice = isFullDisk(failure)
                ? "; the disk is full: make room and start again, nothing that was confirmed is lost."
                : "; restore the data directory from a backup, or move it away to begin anew.";
        return new StorageException(
                "Expected to open the database in " + directory.toAbsolutePath() + " but RocksDB refused: "
                        + failure.getMessage() + advice,
                failure);
    }

    static StorageException unwritable(Path directory, RocksDBException failure) {
        return new StorageException(
                "Expected to write to the database in " + directory + " but RocksDB refused: " + failure.getMessage()
                        + "; check the disk and start again.",
                failure);
    }

    static StorageException unreadable(Path directory, RocksDBException failure) {
        return unreadable("the database", directory, failure);
    }

    static StorageException unreadable(Family family, Path directory, RocksDBException failure) {
        return unreadable(family.title(), directory, failure);
    }

    private static StorageException unreadable(String what, Path directory, RocksDBException failure) {
        return new StorageException(
                "Expected to read " + what + " in " + directory + " but RocksDB refused: " + failure.getMessage()
                        + "; check the disk.",
                failure);
    }
}
