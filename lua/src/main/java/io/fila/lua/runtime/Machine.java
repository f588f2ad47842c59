package io.fila.lua.runtime;

import io.fila.lua.runtime.LuaLimitExceeded.Limit;
import org.jspecify.annotations.Nullable;

/** What all calls of one instance share: its budget, its stack, its globals. Used by one thread at a time. */
public final class Machine {
    /** Calls that may be open at once. */
    public static final int MAX_CALLS = 200;
    /** Levels of nested code that the open calls may add up to: a bound on the Java stack they use. */
    public static final int MAX_LEVELS = 4000;

    private static final int LIBRARY_LEVELS = 12;

    private final Budget budget;
    private final Frame root;
    private Frame top;
    private LuaTable globals;
    private LuaTable strings;
    private int nextId = 1;
    private int walks;

    /** @param clock where the budget reads the time */
    public Machine(Clock clock) {
        this.budget = new Budget(clock, this::retainedBytes);
        this.root = Frame.root(this);
        this.top = root;
        this.globals = new LuaTable(this, 0, 0);
        this.strings = new LuaTable(this, 0, 0);
    }

    /** Starts over with nothing: new globals, an empty stack. */
    public void reset() {
        top = root;
        budget.forget();
        globals = newTable(0, 0);
        strings = newTable(0, 0);
    }

    /** What the work is charged to. */
    public Budget budget() {
        return budget;
    }

    /** The table of global variables. */
    public LuaTable globals() {
        return globals;
    }

    /** Where the methods of strings are looked up. */
    public LuaTable strings() {
        return strings;
    }

    /** The innermost open call. */
    public Frame top() {
        return top;
    }

    /** A new table with room for so many entries. */
    public LuaTable newTable(int arrayCapacity, int hashCapacity) {
        return new LuaTable(this, arrayCapacity, hashCapacity);
    }

    int nextId() {
        return nextId++;
    }

    /** Makes a call of a function written in Lua the innermost one. */
    public void enter(Frame frame) {
        budget.tick();
        if (frame.calls > MAX_CALLS || frame.levels > MAX_LEVELS) {
            throw tooDeep();
        }
        top = frame;
    }

    /** Makes a library function, about to call others, the innermost call. Answers what {@link #leave} is to be given. */
    public Frame enterLibrary() {
        Frame caller = top;
        enter(Frame.library(this, caller, LIBRARY_LEVELS));
        return caller;
    }

    /** Goes back to a call, whatever is open above it. */
    public void leave(Frame frame) {
        top = frame;
    }

    /** Forgets all open calls. */
    public void unwind() {
        top = root;
    }

    private static LuaLimitExceeded tooDeep() {
        return new LuaLimitExceeded(
                Limit.DEPTH,
                "the script opened more than " + MAX_CALLS
                        + " calls, or calls of code that nests too deeply for as many");
    }

    /** An error with the position of the innermost call. */
    public LuaError error(String message) {
        String text = top.position() + message;
        budget.allocateString(text.length());
        return new LuaError(text);
    }

    /** An error in a line of a call. */
    public LuaError error(Frame frame, int line, String message) {
        frame.line = line;
        top = frame;
        return error(message);
    }

    private long retainedBytes(long limit) {
        Retained retained = new Retained(budget, limit, ++walks);
        retained.add(globals);
        retained.add(strings);
        for (@Nullable Frame frame = top; frame != null; frame = frame.caller) {
            retained.addAll(frame.slots);
            retained.addAll(frame.varargs);
            for (Cell cell : frame.upvalues) {
                retained.add(cell);
            }
            if (frame.result instanceof Object[] pending) {
                retained.addAll(pending);
            } else {
                retained.add(frame.result);
            }
        }
        return retained.bytes();
    }
}
