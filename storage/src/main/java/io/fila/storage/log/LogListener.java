package io.fila.storage.log;

/** Hears how long each step of an append took. Called on the appending thread. */
public interface LogListener {
    /** A turn was handed to the operating system. */
    void appended(long nanos);

    /** The disk has it. Not called if nothing is synced. */
    void synced(long nanos);
}
