package io.fila.retracker;

/** The retracker can't start; the sentence says why and what to do. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    StartException(String sentence) {
        super(sentence);
    }
}
