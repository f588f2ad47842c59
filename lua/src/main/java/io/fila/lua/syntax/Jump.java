package io.fila.lua.syntax;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A goto, before and after its label is known. */
public final class Jump {
    final String name;
    final int line;
    /** The local variables in scope where the jump leaves its block. */
    int activeVariables;

    @Nullable Label label;

    Jump(String name, int line, int activeVariables) {
        this.name = name;
        this.line = line;
        this.activeVariables = activeVariables;
    }

    /** Where it goes. */
    public Label label() {
        return Objects.requireNonNull(label);
    }
}
