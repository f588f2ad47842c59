package io.fila.storage.rocks;

import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What kind of failure RocksDB reports. */
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
}
