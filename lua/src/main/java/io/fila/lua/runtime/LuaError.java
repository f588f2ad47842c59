package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** An error raised by a script: any Lua value, most often a text that begins with chunk and line. It has no Java stack trace. */
public final class LuaError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Object value;

    /** @param value the error value, as {@code pcall} gives it to the script */
    public LuaError(@Nullable Object value) {
        super(describe(value), null, false, false);
        this.value = value;
    }

    /** The error value: nil is null, text has one char a byte. */
    public @Nullable Object value() {
        return value;
    }

    private static String describe(@Nullable Object value) {
        if (value instanceof String || value instanceof Long || value instanceof Double) {
            return Numbers.text(value);
        }
        return "(error object is a " + Types.name(value) + " value)";
    }
}
