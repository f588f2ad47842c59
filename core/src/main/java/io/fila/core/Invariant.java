package io.fila.core;

/** An invariant of the code. A broken one is our bug and stops the process; a restart recovers from disk. */
public final class Invariant {
    private Invariant() {}

    public static void check(boolean holds, String promise) {
        if (!holds) {
            throw new Violation(promise);
        }
    }

    /** Thrown when an invariant does not hold; only caught to stop the process. */
    public static final class Violation extends Error {
        private static final long serialVersionUID = 1L;

        Violation(String promise) {
            super("Invariant broken: " + promise);
        }
    }
}
