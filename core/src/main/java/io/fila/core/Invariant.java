package io.fila.core;

/** A promise the code makes to itself; breaking one is our bug, and stops the process because the disk is the truth. */
public final class Invariant {
    private Invariant() {}

    public static void check(boolean holds, String promise) {
        if (!holds) {
            throw new Violation(promise);
        }
    }

    /** Thrown when a promise does not hold; never caught except to stop. */
    public static final class Violation extends Error {
        private static final long serialVersionUID = 1L;

        Violation(String promise) {
            super("Invariant broken: " + promise);
        }
    }
}
