package io.fila.scripting;

/** A script did not do what it was asked: it failed, used too much, or gave an answer that means nothing. */
public final class ScriptFailure extends Exception {
    private static final long serialVersionUID = 1L;

    ScriptFailure(String sentence) {
        super(sentence, null, false, false);
    }

    /** What went wrong, for a person. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
