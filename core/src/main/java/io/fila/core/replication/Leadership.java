package io.fila.core.replication;

/** Hears when this machine begins and ceases to lead. Must not block. */
public interface Leadership {
    /** This machine leads a term, and its replica has everything that was committed before. */
    void begins(long term);

    /** This machine does not lead any more. May be said more than once, and without a beginning. */
    void ends();
}
