package io.fila.storage.rocks;

/** A write met damage that RocksDB could not pass; the database has been mended since, and the write was not done. */
public final class MendedException extends Exception {
    private static final long serialVersionUID = 1L;

    MendedException(Throwable cause) {
        super("mended", cause);
    }
}
