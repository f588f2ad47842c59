package io.fila.core.replication;

/** What became of something that was proposed to a replicated log. */
public enum Fate {
    /** A majority has it on disk, and this machine has applied it. */
    COMMITTED,
    /** It is not in the log, and never will be. */
    LOST,
    /** It may be in the log or come there yet: whoever proposed it must not go on as if it were, nor as if it were not. */
    UNKNOWN
}
