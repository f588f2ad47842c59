package io.fila.simulator.process;

/** Where in a turn the process dies. */
public enum CrashPoint {
    /** The turn was decided and not written. */
    BEFORE_COMMIT,
    /** The commit fails and the turn is not on disk. */
    COMMIT_LOST,
    /** The commit fails although the turn is on disk. */
    COMMIT_KEPT,
    /** The turn is durable, and no reply has left. */
    BEFORE_RELEASE,
    /** Answers and deliveries are out, effects are not. */
    AFTER_RELEASE
}
