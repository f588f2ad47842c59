package io.fila.server.host;

import org.jspecify.annotations.Nullable;

/** A backup could not be made; the message is a sentence for the operator. */
public final class BackupException extends Exception {
    BackupException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
