package io.fila.simulator.law;

/** The broker did what it must never do. */
public final class BrokenLawException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenLawException(String law, String found) {
        super(law + " Here: " + found);
    }
}
