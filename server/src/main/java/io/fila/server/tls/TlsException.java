package io.fila.server.tls;

import org.jspecify.annotations.Nullable;

/** A certificate or key that can't be used; the sentence says which file, and what to do. */
public final class TlsException extends Exception {
    private static final long serialVersionUID = 1L;

    TlsException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }

    /** The sentence. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
