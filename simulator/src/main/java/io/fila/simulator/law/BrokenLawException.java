package io.fila.simulator.law;

/** The broker did what it must never do. */
public final class BrokenLawException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String law;

    BrokenLawException(String law, String found) {
        super(law + " Here: " + found);
        this.law = law;
    }

    /** What must hold, as a sentence. */
    public String law() {
        return law;
    }
}
