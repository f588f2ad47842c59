package io.fila.lua;

import io.fila.lua.library.StandardLibrary;
import io.fila.lua.runtime.Clock;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Values;
import io.fila.lua.syntax.LuaSyntaxError;
import io.fila.lua.syntax.Parser;
import io.fila.lua.tree.TreeBuilder;
import org.jspecify.annotations.Nullable;

/** Our Lua, with what comes of a snippet rendered as the oracle renders it. */
final class OurLua {
    private static final long TIME_NANOS = 20_000_000_000L;
    private static final long MEMORY_BYTES = 1 << 28;

    private final Machine machine = new Machine(Clock.system());

    /** Fresh globals, in which the prelude has been run. */
    OurLua(String prelude) {
        StandardLibrary.install(machine, 0);
        machine.budget().begin(TIME_NANOS, MEMORY_BYTES);
        run(machine, prelude, "prelude");
    }

    /** What comes of a snippet. */
    String outcome(String snippet) {
        machine.unwind();
        machine.budget().begin(TIME_NANOS, MEMORY_BYTES);
        try {
            return Rendering.all("OK ", Values.all(run(machine, snippet, "t")));
        } catch (LuaSyntaxError error) {
            return Rendering.all("SYNTAX ", new @Nullable Object[] {error.getMessage()});
        } catch (LuaError error) {
            return Rendering.all("ERROR ", new @Nullable Object[] {error.value()});
        }
    }

    private static @Nullable Object run(Machine machine, String source, String chunk) {
        return TreeBuilder.build(Parser.parse(source, chunk), chunk)
                .mainFunction(machine)
                .call0();
    }
}
