package io.fila.lua.tree;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Types;
import org.jspecify.annotations.Nullable;

/** Nodes that read the entries of tables. */
final class Indexing {
    private static final int MAX_SMALL_INDEX = 255;

    private Indexing() {}

    /** {@code object.name}, and a global variable as the field of its environment that it is. */
    static final class Field extends Expr {
        final Expr object;
        final String key;
        final int line;
        private final boolean isGlobal;

        Field(Expr object, String key, int line, boolean isGlobal) {
            this.object = object;
            this.key = key;
            this.line = line;
            this.isGlobal = isGlobal;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object value = object.evaluate(frame);
            if (value instanceof LuaTable table) {
                Object entry = table.get(key);
                if (entry != null || table.metatable() == null) {
                    return entry;
                }
            }
            return index(frame, object, value, key, line);
        }

        @Override
        String name() {
            return (isGlobal ? " (global '" : " (field '") + Names.shown(key) + "')";
        }
    }

    /** {@code object[key]}. */
    static final class Item extends Expr {
        final Expr object;
        final Expr key;
        final int line;

        Item(Expr object, Expr key, int line) {
            this.object = object;
            this.key = key;
            this.line = line;
        }

        @Override
        @Nullable Object evaluate(Frame frame) {
            Object value = object.evaluate(frame);
            Object index = key.evaluate(frame);
            if (value instanceof LuaTable table) {
                Object entry = table.get(index);
                if (entry != null || table.metatable() == null) {
                    return entry;
                }
            }
            return index(frame, object, value, index, line);
        }

        @Override
        String name() {
            // The reference implementation knows small constant indexes from others.
            boolean isSmall = key instanceof Names.Constant constant
                    && constant.value instanceof Long index
                    && index >= 0
                    && index <= MAX_SMALL_INDEX;
            return isSmall ? " (field 'integer index')" : " (field '?')";
        }
    }

    static @Nullable Object index(Frame frame, Expr object, @Nullable Object value, @Nullable Object key, int line) {
        frame.line = line;
        if (value != null && Access.isIndexable(value)) {
            return Access.index(frame.machine, value, key);
        }
        throw notIndexable(frame, object, value);
    }

    static RuntimeException notIndexable(Frame frame, Expr object, @Nullable Object value) {
        return frame.machine.error("attempt to index a " + Types.name(value) + " value" + object.name());
    }
}
