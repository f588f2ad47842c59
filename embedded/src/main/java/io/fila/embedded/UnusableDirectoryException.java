package io.fila.embedded;

/** A broker can't keep its data in the directory it was given; the sentence says why, and what to do. */
public final class UnusableDirectoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableDirectoryException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
