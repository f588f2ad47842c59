package io.fila.lua;

import org.jspecify.annotations.Nullable;

/**
 * A function that the host gives to scripts. Its time counts as the script's, but nothing interrupts it: it must be short.
 * A {@link io.fila.lua.runtime.LuaError} it throws is an error of the script; any other exception passes through the script
 * to the host.
 */
@FunctionalInterface
public interface HostFunction {
    /**
     * Answers a call.
     *
     * @param arguments raw Lua values
     * @return any value that {@link LuaInstance#call} takes as an argument
     */
    @Nullable Object call(@Nullable Object[] arguments);
}
