package io.fila.lua.library;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Comparison;
import io.fila.lua.runtime.Event;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Next;
import io.fila.lua.runtime.Numbers;
import io.fila.lua.runtime.Numeral;
import io.fila.lua.runtime.Retained;
import io.fila.lua.runtime.Types;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** The functions without a table of their own. */
final class BaseLibrary {
    private BaseLibrary() {}

    static void install(Machine machine) {
        Next next = new Next(machine);
        LuaFunction ipairs = new IndexIterator(machine);
        machine.globals().put("next", next);
        new Library(machine, machine.globals(), "")
                .add("assert", BaseLibrary::assertTrue)
                .add("error", BaseLibrary::error)
                .add("getmetatable", BaseLibrary::metatable)
                .add("setmetatable", BaseLibrary::setMetatable)
                .add("ipairs", args -> Values.many(ipairs, args.any(1), 0L))
                .add("pairs", args -> pairs(args, next))
                .add("rawequal", args -> Comparison.rawEquals(args.machine(), args.any(1), args.any(2)))
                .add("rawget", args -> rawGet(args))
                .add("rawlen", BaseLibrary::rawLength)
                .add("rawset", BaseLibrary::rawSet)
                .add("select", BaseLibrary::select)
                .add("tonumber", BaseLibrary::toNumber)
                .add("tostring", args -> Access.text(args.machine(), args.any(1)))
                .add("type", args -> Types.name(args.any(1)));
    }

    private static @Nullable Object assertTrue(Args args) {
        if (Values.truthy(args.any(1))) {
            return Values.outcome(args.all());
        }
        Object message = args.count() > 1 ? args.get(2) : "assertion failed!";
        throw message instanceof String text ? args.machine().error(text) : new LuaError(message);
    }

    private static @Nullable Object error(Args args) {
        Object value = args.get(1);
        long level = args.integer(2, 1);
        if (value instanceof String text && level > 0) {
            String position = position(args.machine(), level);
            args.budget().allocateString((long) position.length() + text.length());
            throw new LuaError(position + text);
        }
        throw new LuaError(value);
    }

    private static String position(Machine machine, long level) {
        @Nullable Frame frame = machine.top();
        for (long i = 1; i < level && frame != null; i++) {
            frame = frame.caller;
        }
        return frame == null ? "" : frame.position();
    }

    private static @Nullable Object metatable(Args args) {
        Object value = args.any(1);
        if (value instanceof String) {
            // The methods of strings are reached through the string table; their metatable is nobody's business.
            return false;
        }
        if (!(value instanceof LuaTable table) || table.metatable() == null) {
            return null;
        }
        Object shown = table.metamethod(Event.METATABLE);
        return shown != null ? shown : table.metatable();
    }

    private static @Nullable Object setMetatable(Args args) {
        LuaTable table = args.table(1);
        Object meta = args.get(2);
        if (args.count() < 2 || (meta != null && !(meta instanceof LuaTable))) {
            throw args.typeError(2, "nil or table");
        }
        if (table.metamethod(Event.METATABLE) != null) {
            throw args.machine().error("cannot change a protected metatable");
        }
        table.metatable(meta instanceof LuaTable found ? found : null);
        return table;
    }

    private static @Nullable Object pairs(Args args, Next next) {
        Object value = args.any(1);
        Object handler = Access.metamethod(value, Event.PAIRS);
        if (handler == null) {
            return Values.many(next, value, null);
        }
        Frame caller = args.machine().enterLibrary();
        @Nullable Object[] given = Values.all(Access.call(args.machine(), handler, new @Nullable Object[] {value}));
        args.machine().leave(caller);
        @Nullable Object[] triple = new Object[3];
        System.arraycopy(given, 0, triple, 0, Math.min(3, given.length));
        return triple;
    }

    private static @Nullable Object rawGet(Args args) {
        return args.table(1).get(args.any(2));
    }

    private static @Nullable Object rawSet(Args args) {
        LuaTable table = args.table(1);
        Object key = args.any(2);
        Object value = args.any(3);
        Frame caller = args.machine().enterLibrary();
        Access.rawSet(args.machine(), table, key, value);
        args.machine().leave(caller);
        return table;
    }

    private static @Nullable Object rawLength(Args args) {
        if (args.get(1) instanceof LuaTable table) {
            return table.length();
        }
        if (args.get(1) instanceof String text) {
            return (long) text.length();
        }
        throw args.typeError(1, "table or string");
    }

    private static @Nullable Object select(Args args) {
        int extra = args.count() - 1;
        if (args.get(1) instanceof String text && text.startsWith("#")) {
            return (long) extra;
        }
        long from = args.integer(1);
        if (from < 0) {
            from += extra + 1;
        }
        if (from < 1) {
            throw args.error(1, "index out of range");
        }
        if (from > extra) {
            return Values.NONE;
        }
        int length = (int) (extra - from + 1);
        args.budget().allocate(16 + 8L * length);
        @Nullable Object[] selected = new Object[length];
        System.arraycopy(args.all(), (int) from, selected, 0, length);
        return Values.outcome(selected);
    }

    private static @Nullable Object toNumber(Args args) {
        if (args.get(2) == null) {
            Object value = args.any(1);
            if (value instanceof String text) {
                args.budget().charge(4 + text.length() / 8);
                return Numeral.parse(text);
            }
            return Numbers.toNumber(value);
        }
        long base = args.integer(2);
        if (!(args.get(1) instanceof String text)) {
            throw args.typeError(1, "string");
        }
        if (base < 2 || base > 36) {
            throw args.error(2, "base out of range");
        }
        args.budget().charge(4 + text.length() / 8);
        return text.length() > Numeral.MAX_LENGTH ? null : integer(text, (int) base);
    }

    private static @Nullable Object integer(String text, int base) {
        int at = 0;
        int end = text.length();
        while (at < end && Numeral.isSpace(text.charAt(at))) {
            at++;
        }
        while (end > at && Numeral.isSpace(text.charAt(end - 1))) {
            end--;
        }
        boolean negative = at < end && text.charAt(at) == '-';
        if (negative || (at < end && text.charAt(at) == '+')) {
            at++;
        }
        if (at == end) {
            return null;
        }
        long value = 0;
        for (; at < end; at++) {
            char c = text.charAt(at);
            int digit = c < 0x80 ? Character.digit(c, 36) : -1;
            if (digit < 0 || digit >= base) {
                return null;
            }
            value = value * base + digit;
        }
        return negative ? -value : value;
    }

    /** What {@code ipairs} iterates with. */
    private static final class IndexIterator extends LuaFunction {
        private final Machine machine;

        IndexIterator(Machine machine) {
            super(machine);
            this.machine = machine;
        }

        @Override
        public @Nullable Object call(@Nullable Object[] arguments) {
            return call2(arguments.length > 0 ? arguments[0] : null, arguments.length > 1 ? arguments[1] : null);
        }

        @Override
        public @Nullable Object call2(@Nullable Object list, @Nullable Object index) {
            machine.budget().tick();
            if (index instanceof String text) {
                machine.budget().charge(4 + text.length() / 8);
            }
            Long at = Numbers.toInteger(index);
            if (at == null) {
                throw machine.error("bad argument #2 to 'for iterator' (number expected, got "
                        + (index == null ? "nil" : Types.name(index)) + ")");
            }
            Long next = at + 1;
            Object value;
            if (list instanceof LuaTable table && table.metatable() == null) {
                value = table.get((long) next);
            } else if (list != null && Access.isIndexable(list)) {
                value = Access.index(machine, list, next);
            } else {
                throw new LuaError("attempt to index a " + Types.name(list) + " value");
            }
            return value == null ? null : Values.many(next, value);
        }

        @Override
        protected void retain(Retained retained) {
            // It keeps nothing.
        }
    }
}
