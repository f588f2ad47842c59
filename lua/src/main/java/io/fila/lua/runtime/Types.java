package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** The names of Lua's types. */
public final class Types {
    private Types() {}

    /** What {@code type(value)} answers. */
    public static String name(@Nullable Object value) {
        if (value == null) {
            return "nil";
        }
        return switch (value) {
            case String s -> "string";
            case LuaTable t -> "table";
            case Long n -> "number";
            case Double n -> "number";
            case Boolean b -> "boolean";
            case LuaFunction f -> "function";
            default -> "userdata";
        };
    }

    /** The name an error message uses: the metatable's {@code __name} where there is one. */
    static String nameInError(@Nullable Object value) {
        LuaTable meta = value instanceof LuaTable table ? table.metatable() : null;
        return meta != null && meta.get("__name") instanceof String name ? name : name(value);
    }

    static String address(String kind, int id) {
        return kind + ": 0x" + String.format("%012x", id);
    }
}
