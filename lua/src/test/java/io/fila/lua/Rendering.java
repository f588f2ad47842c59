package io.fila.lua;

import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values as text that shows type and value exactly, in the form that oracle.lua has for real Lua. */
final class Rendering {
    private static final int MAX_DEPTH = 4;
    private static final Pattern ADDRESS = Pattern.compile("0[xX][0-9a-fA-F]{8,}");

    private Rendering() {}

    static String all(String first, @Nullable Object[] values) {
        List<String> parts = new ArrayList<>();
        for (Object value : values) {
            parts.add(render(value, 0));
        }
        return first + String.join(",", parts);
    }

    private static String render(@Nullable Object value, int depth) {
        return switch (value) {
            case null -> "nil";
            case Long integer -> "i" + integer;
            case Double number -> number.isNaN() ? "fnan" : String.format("f%016x", Double.doubleToRawLongBits(number));
            case String text -> "s" + escaped(ADDRESS.matcher(text).replaceAll("0xADDRESS"));
            case LuaTable table -> render(table, depth);
            case LuaFunction function -> "function";
            default -> value.toString();
        };
    }

    private static String render(LuaTable table, int depth) {
        if (depth > MAX_DEPTH) {
            return "{...}";
        }
        List<String> parts = new ArrayList<>();
        for (int at = table.advance(-1); at >= 0; at = table.advance(at)) {
            parts.add(render(table.keyAt(at), depth + 1) + "=" + render(table.valueAt(at), depth + 1));
        }
        Collections.sort(parts);
        return "{" + String.join(";", parts) + "}";
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x20 && c < 0x7f) {
                escaped.append(c);
            } else {
                escaped.append(String.format("\\%03d", (int) c));
            }
        }
        return escaped.toString();
    }
}
