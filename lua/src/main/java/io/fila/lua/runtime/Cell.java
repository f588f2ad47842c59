package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** A local variable that a closure has captured. */
public final class Cell {
    /** What the variable holds now. */
    public @Nullable Object value;

    int mark;

    /** @param value what the variable holds first */
    public Cell(@Nullable Object value) {
        this.value = value;
    }
}
