package io.fila.scripting.trial;

/** The command line does not say what it must. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String sentence) {
        super(sentence);
    }
}
