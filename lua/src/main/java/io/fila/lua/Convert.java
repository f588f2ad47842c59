package io.fila.lua;

import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Machine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Java's values as Lua's. */
final class Convert {
    private static final int MAX_DEPTH = 50;

    private Convert() {}

    static @Nullable Object toLua(Machine machine, @Nullable Object value) {
        return toLua(machine, value, 0);
    }

    private static @Nullable Object toLua(Machine machine, @Nullable Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "Expected at most " + MAX_DEPTH + " nested maps and lists but found more");
        }
        return switch (value) {
            case null -> null;
            case String text -> text(machine, text);
            case Long number -> number;
            case Double number -> number;
            // Not `value`: truth is told by identity.
            case Boolean truth -> (Object) (boolean) truth;
            case LuaTable table -> table;
            case LuaFunction function -> function;
            case Integer number -> (long) number;
            case Short number -> (long) number;
            case Byte number -> (long) number;
            case Float number -> (double) number;
            case byte[] bytes -> counted(machine, LuaText.of(bytes));
            case Map<?, ?> map -> table(machine, map, depth);
            case List<?> list -> table(machine, list, depth);
            default ->
                throw new IllegalArgumentException("Expected a value that Lua knows but found "
                        + value.getClass().getName());
        };
    }

    /** A text that counts as the instance's memory. */
    static String text(Machine machine, String text) {
        return counted(machine, LuaText.encode(text));
    }

    private static String counted(Machine machine, String lua) {
        machine.budget().allocateString(lua.length());
        return lua;
    }

    private static LuaTable table(Machine machine, Map<?, ?> map, int depth) {
        LuaTable table = machine.newTable(0, map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            table.put(toLua(machine, entry.getKey(), depth + 1), toLua(machine, entry.getValue(), depth + 1));
        }
        return table;
    }

    private static LuaTable table(Machine machine, List<?> list, int depth) {
        LuaTable table = machine.newTable(list.size(), 0);
        long index = 1;
        for (Object item : list) {
            table.put(index++, toLua(machine, item, depth + 1));
        }
        return table;
    }
}
