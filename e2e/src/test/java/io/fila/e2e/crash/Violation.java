package io.fila.e2e.crash;

/** The broker broke its word in a way that a client sees at once. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String sentence) {
        super(sentence);
    }
}
