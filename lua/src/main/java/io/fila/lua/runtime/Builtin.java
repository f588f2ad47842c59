package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** A function written in Java. */
public final class Builtin extends LuaFunction {
    /** What a builtin does. */
    @FunctionalInterface
    public interface Body {
        /** Answers one value, or an {@code Object[]} of none or several. */
        @Nullable Object call(Args args);
    }

    private final Machine machine;
    private final String name;
    private final Body body;

    /**
     * @param machine the instance it belongs to
     * @param name its full name, as {@code string.rep}, for errors
     * @param body what it does
     */
    public Builtin(Machine machine, String name, Body body) {
        super(machine);
        this.machine = machine;
        this.name = name;
        this.body = body;
    }

    @Override
    public @Nullable Object call(@Nullable Object[] arguments) {
        machine.budget().tick();
        return body.call(new Args(machine, name, arguments));
    }

    @Override
    protected void retain(Retained retained) {
        // The library keeps nothing of a script.
    }
}
