package io.fila.lua;

import io.fila.lua.runtime.Clock;
import io.fila.lua.syntax.LuaSyntaxError;
import io.fila.lua.syntax.Parser;
import io.fila.lua.tree.Prototype;
import io.fila.lua.tree.TreeBuilder;

/** A compiled script. Immutable; any number of instances, on any threads, can be made of it. */
public final class LuaScript {
    /** The longest source, in bytes. */
    public static final int MAX_SOURCE_BYTES = 1 << 20;

    /** What a word or sign takes up once it is compiled, with what it makes necessary around it. */
    private static final int BYTES_PER_TOKEN = 64;

    private final String name;
    private final Prototype main;
    private final long codeBytes;

    private LuaScript(String name, Prototype main, long codeBytes) {
        this.name = name;
        this.main = main;
        this.codeBytes = codeBytes;
    }

    /**
     * Compiles a script.
     *
     * @param source its text
     * @param name what errors call it
     * @throws LuaSyntaxError with line and reason when the text is no Lua
     */
    public static LuaScript compile(String source, String name) {
        String bytes = LuaText.encode(source);
        if (bytes.length() > MAX_SOURCE_BYTES) {
            throw new LuaSyntaxError(
                    name,
                    1,
                    "the script has " + bytes.length() + " bytes, at most " + MAX_SOURCE_BYTES + " are allowed");
        }
        String chunk = LuaText.encode(name);
        Prototype main = TreeBuilder.build(Parser.parse(bytes, chunk), chunk);
        return new LuaScript(name, main, bytes.length() + BYTES_PER_TOKEN * Parser.tokens(bytes, chunk));
    }

    /** What the compiled script takes up, about; it counts as memory of every instance. */
    public long codeBytes() {
        return codeBytes;
    }

    /** What errors call the script. */
    public String name() {
        return name;
    }

    Prototype main() {
        return main;
    }

    /** An instance without host functions, with the default limits for running the script's own statements. */
    public LuaInstance instance() {
        return instance(LuaHost.NONE, LuaLimits.DEFAULT);
    }

    /**
     * An instance with its own globals, in which the script's statements have been run.
     *
     * @param host what it gets from outside
     * @param limits what running the statements may use, now and after a call that exceeded its limits
     * @throws io.fila.lua.runtime.LuaError when the statements fail
     * @throws io.fila.lua.runtime.LuaLimitExceeded when they use too much
     */
    public LuaInstance instance(LuaHost host, LuaLimits limits) {
        return new LuaInstance(this, host, limits, Clock.system());
    }
}
