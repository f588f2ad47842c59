package io.fila.lua;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an instance gets from outside: the host's functions and the seed of {@code math.random}. Immutable.
 *
 * @param functions by name, as {@code log} or {@code fila.get}
 * @param seed where {@code math.random} begins
 */
public record LuaHost(Map<String, HostFunction> functions, long seed) {
    /** No functions, seed 0. */
    public static final LuaHost NONE = new LuaHost(Map.of(), 0);

    /** Keeps the functions in the order given. */
    public LuaHost {
        functions = Collections.unmodifiableMap(new LinkedHashMap<>(functions));
    }

    /** The same with one more function; a name with a dot puts it into a global table. */
    public LuaHost withFunction(String name, HostFunction function) {
        Map<String, HostFunction> more = new LinkedHashMap<>(functions);
        more.put(name, function);
        return new LuaHost(more, seed);
    }

    /** The same with another seed. */
    public LuaHost withSeed(long otherSeed) {
        return new LuaHost(functions, otherSeed);
    }
}
