package io.fila.core.replication;

/** This machine does not lead any more, or can't know: what its broker has in memory may differ from what was committed. */
public final class LostLeadException extends RuntimeException {
    public LostLeadException(String sentence) {
        super(sentence);
    }
}
