package io.fila.lua.runtime;

/**
 * Ends a script that used more than it was given. It is an {@link Error} without a stack trace, and nothing written in
 * Lua can catch it: neither {@code pcall} nor {@code xpcall} nor a to-be-closed variable.
 */
public final class LuaLimitExceeded extends Error {
    private static final long serialVersionUID = 1;

    /** Which limit was exceeded. */
    public enum Limit {
        /** The time given to the call. */
        TIME,
        /** The memory given to the instance. */
        MEMORY,
        /** The depth of calls, counted in calls and in the nesting of the code they run. */
        DEPTH
    }

    private final Limit limit;

    /**
     * @param limit which limit
     * @param message a sentence with what was allowed
     */
    public LuaLimitExceeded(Limit limit, String message) {
        super(message, null, false, false);
        this.limit = limit;
    }

    /** Which limit was exceeded. */
    public Limit limit() {
        return limit;
    }
}
