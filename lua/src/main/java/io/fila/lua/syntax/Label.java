package io.fila.lua.syntax;

/** A place a goto can go to. Equal only to itself. */
public final class Label {
    final String name;
    final int line;
    /** The local variables in scope at the label. */
    int activeVariables;

    Label(String name, int line, int activeVariables) {
        this.name = name;
        this.line = line;
        this.activeVariables = activeVariables;
    }
}
