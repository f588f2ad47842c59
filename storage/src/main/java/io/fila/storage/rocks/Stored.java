package io.fila.storage.rocks;

/** A value that is kept somewhere, to be read when it is needed. */
public interface Stored {
    byte[] bytes();

    /** A value in memory. */
    static Stored inMemory(byte[] value) {
        return () -> value;
    }
}
