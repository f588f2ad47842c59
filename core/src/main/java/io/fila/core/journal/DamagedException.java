package io.fila.core.journal;

/** Stored bytes failed their checksum. */
public final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    public DamagedException(String sentence) {
        super(sentence);
    }
}
