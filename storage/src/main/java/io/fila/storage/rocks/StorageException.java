package io.fila.storage.rocks;

import org.jspecify.annotations.Nullable;

/** Something is wrong with the disk, the directory or its files. The message says what to do. */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StorageException(String sentence) {
        super(sentence);
    }

    public StorageException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
