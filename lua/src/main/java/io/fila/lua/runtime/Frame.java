package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** What one running call knows: its local variables, what it captured, where it is, who called it. */
public final class Frame {
    private static final Cell[] NO_UPVALUES = {};

    /** Everything the instance's calls share. */
    public final Machine machine;
    /** The call that made this one; null for the root. */
    public final @Nullable Frame caller;
    /** The variables captured from enclosing functions. */
    public final Cell[] upvalues;
    /** Local variables; a captured one is held as its {@link Cell}. */
    public final @Nullable Object[] slots;
    /** The extra arguments of a vararg function. */
    public @Nullable Object[] varargs = Values.NONE;
    /** The line of the last operation that could call out or fail; negative when that is a method call. */
    public int line;
    /** What a {@code return} leaves: one value, or an array of any other number of them. */
    public @Nullable Object result;
    /** The function of a pending tail call, whose arguments are {@link #result}; or the label of a pending goto. */
    public @Nullable Object target;

    final int calls;
    final int levels;
    private final @Nullable String chunk;

    private Frame(
            Machine machine,
            @Nullable Frame caller,
            Cell[] upvalues,
            @Nullable Object[] slots,
            int calls,
            int levels,
            @Nullable String chunk) {
        this.machine = machine;
        this.caller = caller;
        this.upvalues = upvalues;
        this.slots = slots;
        this.calls = calls;
        this.levels = levels;
        this.chunk = chunk;
    }

    /** The bottom of a stack: no call. */
    static Frame root(Machine machine) {
        return new Frame(machine, null, NO_UPVALUES, Values.NONE, 0, 0, null);
    }

    /** A call of a library function that itself calls functions. */
    static Frame library(Machine machine, Frame caller, int levels) {
        return new Frame(machine, caller, NO_UPVALUES, Values.NONE, caller.calls + 1, caller.levels + levels, null);
    }

    /** A call of a function written in Lua, not yet entered. */
    public static Frame of(Machine machine, Frame caller, Cell[] upvalues, int slotCount, int levels, String chunk) {
        return new Frame(
                machine, caller, upvalues, new Object[slotCount], caller.calls + 1, caller.levels + levels, chunk);
    }

    boolean isLibrary() {
        return chunk == null;
    }

    /** {@code "chunk:line: "}, or nothing where the call is not of a function written in Lua. */
    public String position() {
        return chunk == null ? "" : chunk + ":" + Math.abs(line) + ": ";
    }
}
