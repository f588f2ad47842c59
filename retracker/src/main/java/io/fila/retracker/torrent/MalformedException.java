package io.fila.retracker.torrent;

/** Input that violates the protocol; the message can be sent back. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedException(String sentence) {
        // Anybody can cause it, any number of times: without a stack trace it is cheap.
        super(sentence, null, false, false);
    }

    /** The sentence. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
