package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** The function {@code next}. A loop over a table recognises it and goes through the table without asking for each key. */
public final class Next extends LuaFunction {
    private final Machine machine;

    /** @param machine the instance it belongs to */
    public Next(Machine machine) {
        super(machine);
        this.machine = machine;
    }

    @Override
    public @Nullable Object call(@Nullable Object[] arguments) {
        machine.budget().tick();
        Args args = new Args(machine, "next", arguments);
        try {
            return args.table(1).next(args.get(2));
        } catch (IllegalArgumentException absent) {
            throw new LuaError("invalid key to 'next'");
        }
    }

    @Override
    protected void retain(Retained retained) {
        // It keeps nothing.
    }
}
