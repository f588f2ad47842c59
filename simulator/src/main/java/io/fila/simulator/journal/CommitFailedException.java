package io.fila.simulator.journal;

/** The disk did not take a turn: the process must stop and recover. */
public final class CommitFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommitFailedException(String sentence) {
        super(sentence);
    }
}
