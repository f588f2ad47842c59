package io.fila.lua.library;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Numbers;
import io.fila.lua.runtime.Types;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** The table {@code table}. */
final class TableLibrary {
    private static final int MAX_UNPACKED = 1_000_000;

    private TableLibrary() {}

    static void install(Machine machine) {
        Library.named(machine, "table")
                .add("concat", TableLibrary::concat)
                .add("insert", TableLibrary::insert)
                .add("move", TableLibrary::move)
                .add("pack", TableLibrary::pack)
                .add("remove", TableLibrary::remove)
                .add("sort", Sorting::sort)
                .add("unpack", TableLibrary::unpack);
    }

    /** An argument that must be a table. */
    static Object list(Args args, int index) {
        Object value = args.get(index);
        if (value instanceof LuaTable table) {
            return table;
        }
        throw args.typeError(index, "table");
    }

    static @Nullable Object get(Args args, Object list, long index) {
        args.budget().tick();
        if (list instanceof LuaTable table && table.metatable() == null) {
            return table.get(index);
        }
        return Access.index(args.machine(), list, index);
    }

    static void put(Args args, Object list, long index, @Nullable Object value) {
        args.budget().tick();
        if (list instanceof LuaTable table && table.metatable() == null) {
            table.put(index, value);
        } else {
            Access.newIndex(args.machine(), list, index, value);
        }
    }

    static long length(Args args, Object list) {
        if (list instanceof LuaTable table && table.metatable() == null) {
            return table.length();
        }
        Object length = Access.length(args.machine(), list);
        if (length instanceof String text) {
            args.budget().charge(4 + text.length() / 8);
        }
        Long integer = Numbers.toInteger(length);
        if (integer == null) {
            throw args.machine().error("object length is not an integer");
        }
        return integer;
    }

    private static Object concat(Args args) {
        Object list = list(args, 1);
        String separator = args.text(2, "");
        long from = args.integer(3, 1);
        long to = args.get(4) == null ? length(args, list) : args.integer(4);
        StringBuilder joined = new StringBuilder();
        for (long i = from; i <= to; i++) {
            Object value = get(args, list, i);
            if (!(value instanceof String || value instanceof Long || value instanceof Double)) {
                throw args.machine()
                        .error("invalid value (" + Types.name(value) + ") at index " + i + " in table for 'concat'");
            }
            String text = args.textOf(value);
            args.budget().allocate((long) text.length() + separator.length());
            joined.append(text);
            if (i == to) {
                break;
            }
            joined.append(separator);
        }
        args.budget().allocateString(joined.length());
        return joined.toString();
    }

    private static Object insert(Args args) {
        Object list = list(args, 1);
        long end = length(args, list) + 1;
        switch (args.count()) {
            case 2 -> put(args, list, end, args.get(2));
            case 3 -> {
                long position = args.integer(2);
                if (Long.compareUnsigned(position - 1, end) >= 0) {
                    throw args.error(2, "position out of bounds");
                }
                for (long i = end; i > position; i--) {
                    put(args, list, i, get(args, list, i - 1));
                }
                put(args, list, position, args.get(3));
            }
            default -> throw args.machine().error("wrong number of arguments to 'insert'");
        }
        return Values.NONE;
    }

    private static @Nullable Object remove(Args args) {
        Object list = list(args, 1);
        long size = length(args, list);
        long position = args.integer(2, size);
        // The key may also be the one above the length, or the length itself when that is 0.
        if (args.count() > 1 && position != size && Long.compareUnsigned(position - 1, size) > 0) {
            throw args.error(2, "position out of bounds");
        }
        Object removed = get(args, list, position);
        long at = position;
        for (; at < size; at++) {
            put(args, list, at, get(args, list, at + 1));
        }
        put(args, list, at, null);
        return removed;
    }

    private static Object move(Args args) {
        long from = args.integer(2);
        long last = args.integer(3);
        long to = args.integer(4);
        Object source = list(args, 1);
        Object target = args.get(5) == null ? source : list(args, 5);
        if (last < from) {
            return target;
        }
        if (from <= 0 && last >= Long.MAX_VALUE + from) {
            throw args.error(3, "too many elements to move");
        }
        if (to > Long.MAX_VALUE - (last - from)) {
            throw args.error(4, "destination wrap around");
        }
        if (to > last || to <= from || !target.equals(source)) {
            for (long i = 0; i <= last - from; i++) {
                put(args, target, to + i, get(args, source, from + i));
            }
        } else {
            for (long i = last - from; i >= 0; i--) {
                put(args, target, to + i, get(args, source, from + i));
            }
        }
        return target;
    }

    private static Object pack(Args args) {
        LuaTable packed = args.machine().newTable(args.count(), 1);
        packed.putAll(1, args.all());
        packed.put("n", (long) args.count());
        return packed;
    }

    private static @Nullable Object unpack(Args args) {
        Object list = args.get(1);
        long from = args.integer(2, 1);
        long to = args.get(3) == null ? unpackLength(args, list) : args.integer(3);
        if (from > to) {
            return Values.NONE;
        }
        long count = to - from + 1;
        if (count <= 0 || count >= MAX_UNPACKED) {
            throw args.machine().error("too many results to unpack");
        }
        args.budget().allocate(16 + 8 * count);
        @Nullable Object[] values = new Object[(int) count];
        for (int i = 0; i < count; i++) {
            values[i] = get(args, indexable(args, list), from + i);
        }
        return Values.outcome(values);
    }

    private static long unpackLength(Args args, @Nullable Object list) {
        if (list == null || !Access.isIndexable(list)) {
            throw args.machine().error("attempt to get length of a " + Types.name(list) + " value");
        }
        return length(args, list);
    }

    private static Object indexable(Args args, @Nullable Object list) {
        if (list == null || !Access.isIndexable(list)) {
            throw args.machine().error("attempt to index a " + Types.name(list) + " value");
        }
        return list;
    }
}
