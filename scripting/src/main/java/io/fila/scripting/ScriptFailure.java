package io.fila.scripting;

/** A script did not do what it was asked: it failed, used too much, or gave an answer that means nothing. */
public final class ScriptFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean ofLimits;

    ScriptFailure(String sentence) {
        this(sentence, false);
    }

    ScriptFailure(String sentence, boolean ofLimits) {
        super(sentence, null, false, false);
        this.ofLimits = ofLimits;
    }

    /** Whether the script used more time or memory than it may, which concerns more than its own message. */
    boolean isOfLimits() {
        return ofLimits;
    }

    /** What went wrong, for a person. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
