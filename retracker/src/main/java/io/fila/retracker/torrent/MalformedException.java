package io.fila.retracker.torrent;

/** What somebody sent is not what the protocol says; the sentence can be sent back. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedException(String sentence) {
        // Made by whoever sends garbage, as often as they like: without a stack trace it costs little.
        super(sentence, null, false, false);
    }

    /** The sentence. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
