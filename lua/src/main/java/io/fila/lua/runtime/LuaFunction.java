package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** A function value. An outcome is one value, or an {@code Object[]} of none or several ({@link Values}). */
public abstract class LuaFunction {
    private final int id;
    int mark;

    /** @param machine the instance the function belongs to */
    protected LuaFunction(Machine machine) {
        this.id = machine.nextId();
    }

    /** Calls with any number of arguments; the callee may keep the array. */
    public abstract @Nullable Object call(@Nullable Object[] arguments);

    /** Calls without arguments. */
    public @Nullable Object call0() {
        return call(Values.NONE);
    }

    /** Calls with one argument. */
    public @Nullable Object call1(@Nullable Object a) {
        return call(new @Nullable Object[] {a});
    }

    /** Calls with two arguments. */
    public @Nullable Object call2(@Nullable Object a, @Nullable Object b) {
        return call(new @Nullable Object[] {a, b});
    }

    /** Calls with three arguments. */
    public @Nullable Object call3(@Nullable Object a, @Nullable Object b, @Nullable Object c) {
        return call(new @Nullable Object[] {a, b, c});
    }

    /** Shows everything the function keeps alive. */
    protected abstract void retain(Retained retained);

    /** Hashes by order of creation, so that the order of a traversal is the same in every run. */
    @Override
    public final int hashCode() {
        return id;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public final String toString() {
        return Types.address("function", id);
    }
}
