package io.fila.embedded;

/** The broker cannot use its directory; the message says why and what to do. */
public final class UnusableDirectoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableDirectoryException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
