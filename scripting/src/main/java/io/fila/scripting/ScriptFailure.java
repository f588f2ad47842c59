package io.fila.scripting;

/** A script failed: it threw an error, exceeded a limit, or returned an invalid result. */
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
