package io.fila.storage.rocks;

import org.jspecify.annotations.Nullable;

/** The disk, the directory or the files on it are not as they should be; the sentence says what to do. */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StorageException(String sentence) {
        super(sentence);
    }

    public StorageException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
