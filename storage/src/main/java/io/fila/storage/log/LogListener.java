package io.fila.storage.log;

/** Told how long each step of an append took, on the appending thread. */
public interface LogListener {
    /** A turn was handed to the operating system. */
    void appended(long nanos);

    /** A turn is on the disk. Not called if nothing is synced. */
    void synced(long nanos);
}
