package io.fila.lua.library;

import io.fila.lua.runtime.Machine;

/** Everything a script finds in its globals before the host adds to them. */
public final class StandardLibrary {
    private StandardLibrary() {}

    /**
     * Fills the globals of a machine.
     *
     * @param seed where {@code math.random} begins
     */
    public static void install(Machine machine, long seed) {
        machine.globals().put("_G", machine.globals());
        machine.globals().put("_VERSION", "Lua 5.4");
        BaseLibrary.install(machine);
        ProtectedCalls.install(machine);
        StringLibrary.install(machine);
        TableLibrary.install(machine);
        MathLibrary.install(machine, seed);
        Utf8Library.install(machine);
    }
}
