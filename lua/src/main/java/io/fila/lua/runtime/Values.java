package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Lists of values as calls pass them. A call's outcome is one object: the value itself when there is exactly one, an
 * {@code Object[]} (which is no Lua value) when there are none or several.
 */
public final class Values {
    /** No values at all. */
    public static final @Nullable Object[] NONE = {};

    private Values() {}

    /** The first value of an outcome, nil when it has none. */
    public static @Nullable Object first(@Nullable Object outcome) {
        return outcome instanceof Object[] many ? (many.length == 0 ? null : many[0]) : outcome;
    }

    /** An outcome as an array. */
    public static @Nullable Object[] all(@Nullable Object outcome) {
        return outcome instanceof Object[] many ? many : new @Nullable Object[] {outcome};
    }

    /** An array as an outcome. */
    public static @Nullable Object outcome(@Nullable Object[] values) {
        return values.length == 1 ? values[0] : values;
    }

    /** Several values as an outcome. */
    public static Object many(@Nullable Object... values) {
        return values;
    }

    /** Whether a condition holds: anything but nil and false. */
    public static boolean truthy(@Nullable Object value) {
        return value != null && !Boolean.FALSE.equals(value);
    }
}
