package io.fila.storage.rocks;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A value that is read when it is needed. */
public interface Stored {
    byte[] bytes();

    /** The same for one of many that are read in the order they were written; null if it is in memory. */
    default @Nullable ByteBuffer read(ReadAhead ahead) {
        return null;
    }

    /** The same, as an array. */
    default byte[] bytes(ReadAhead ahead) {
        ByteBuffer read = read(ahead);
        if (read == null) {
            return bytes();
        }
        byte[] copy = new byte[read.remaining()];
        read.get(copy);
        return copy;
    }

    /** A value in memory. */
    static Stored inMemory(byte[] value) {
        return () -> value;
    }
}
