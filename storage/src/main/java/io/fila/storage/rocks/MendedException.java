package io.fila.storage.rocks;

/** A write hit damage that RocksDB could not pass. The database has been repaired; the write was not done. */
public final class MendedException extends Exception {
    private static final long serialVersionUID = 1L;

    MendedException(Throwable cause) {
        super("mended", cause);
    }
}
