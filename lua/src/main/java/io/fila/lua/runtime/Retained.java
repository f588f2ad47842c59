package io.fila.lua.runtime;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A walk over everything an instance keeps alive, adding up its size. It stops as soon as the sum passes the limit, and
 * every object visited is charged to the time of the call that made the walk necessary.
 */
public final class Retained {
    private static final int NUMBER_BYTES = 16;
    private static final int VISIT_TICKS = 2;

    private final Budget budget;
    private final long limit;
    private final int mark;
    private final ArrayDeque<Object> open = new ArrayDeque<>();
    private final Set<String> strings = Collections.newSetFromMap(new IdentityHashMap<>());
    private long bytes;

    Retained(Budget budget, long limit, int mark) {
        this.budget = budget;
        this.limit = limit;
        this.mark = mark;
    }

    /** Counts a value, once however often it is met. */
    public void add(@Nullable Object value) {
        if (value == null || value instanceof Boolean) {
            return;
        }
        if (value instanceof Long || value instanceof Double) {
            bytes += NUMBER_BYTES;
        } else if (value instanceof String text) {
            if (strings.add(text)) {
                bytes += Budget.stringBytes(text.length());
            }
        } else if (value instanceof LuaTable table) {
            if (table.mark != mark) {
                table.mark = mark;
                open.push(table);
            }
        } else if (value instanceof LuaFunction function) {
            if (function.mark != mark) {
                function.mark = mark;
                open.push(function);
            }
        } else if (value instanceof Cell cell && cell.mark != mark) {
            cell.mark = mark;
            bytes += Budget.CELL_BYTES;
            add(cell.value);
        }
    }

    /** Counts an array and what it holds. */
    public void addAll(@Nullable Object[] values) {
        bytes += 4L * values.length;
        for (Object value : values) {
            if (bytes > limit) {
                return;
            }
            budget.charge(VISIT_TICKS);
            add(value);
        }
    }

    /** Counts bytes that are no Lua value. */
    public void addBytes(long count) {
        bytes += count;
    }

    /** Follows every reference and answers the sum, or something above the limit. */
    long bytes() {
        while (bytes <= limit && !open.isEmpty()) {
            budget.charge(VISIT_TICKS);
            Object next = open.pop();
            if (next instanceof LuaTable table) {
                table.retain(this);
            } else if (next instanceof LuaFunction function) {
                bytes += Budget.CLOSURE_BYTES;
                function.retain(this);
            }
        }
        return bytes;
    }
}
