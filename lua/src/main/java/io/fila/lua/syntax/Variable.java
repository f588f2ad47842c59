package io.fila.lua.syntax;

/** A local variable. Whether a closure captures it is known when its function has been read. */
public final class Variable {
    /** What the declaration says beyond the name. */
    public enum Attribute {
        /** Nothing. */
        NONE,
        /** It is never assigned again. */
        CONST,
        /** It is closed when it goes out of scope. */
        CLOSE
    }

    private final String name;
    private final Attribute attribute;
    private final int slot;
    private boolean captured;

    Variable(String name, Attribute attribute, int slot) {
        this.name = name;
        this.attribute = attribute;
        this.slot = slot;
    }

    /** Its name in the source. */
    public String name() {
        return name;
    }

    /** What the declaration says beyond the name. */
    public Attribute attribute() {
        return attribute;
    }

    /** Its place in the frame. */
    public int slot() {
        return slot;
    }

    /** Whether a closure shares it, so that the frame holds a cell. */
    public boolean isCaptured() {
        return captured;
    }

    void capture() {
        captured = true;
    }
}
