package io.fila.storage.log;

/** Told how long each step of an append took. On the thread that appends. */
public interface LogListener {
    /** A turn was handed to the operating system. */
    void appended(long nanos);

    /** The disk has it; not told where nothing is synced. */
    void synced(long nanos);
}
