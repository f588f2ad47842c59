package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A value that is read when it is needed. */
public sealed interface Stored {
    byte[] bytes();

    /** The same for one of many that are read in the order they were written; null if it is in memory. */
    @Nullable ByteBuffer read(ReadAhead ahead);

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
    @SuppressWarnings("ArrayRecordComponent") // compared by what is in it
    record InMemory(byte[] bytes) implements Stored {
        @Override
        public @Nullable ByteBuffer read(ReadAhead ahead) {
            return null;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof InMemory value && Arrays.equals(bytes, value.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "InMemory[" + bytes.length + " bytes]";
        }
    }

    /** A value in a file. */
    record Located(ReadAhead.Source file, long at, int length) implements Stored {
        @Override
        public byte[] bytes() {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            try {
                file.read(bytes, at);
                return bytes.array();
            } catch (IOException failure) {
                throw unreadable(failure);
            }
        }

        @Override
        public ByteBuffer read(ReadAhead ahead) {
            try {
                return ahead.read(file, at, length);
            } catch (IOException failure) {
                throw unreadable(failure);
            }
        }

        private StorageException unreadable(IOException failure) {
            return new StorageException(
                    "Expected to read " + file.file() + " but could not: " + FileFault.explain(failure)
                            + "; check the disk.",
                    failure);
        }
    }
}
