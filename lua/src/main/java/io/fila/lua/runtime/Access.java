package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** Reading, writing and calling values with their metamethods. Errors say which value was at fault, not what it is named. */
public final class Access {
    private static final int MAX_CHAIN = 2000;

    private Access() {}

    /** Whether a value can be indexed at all, by itself or through a metamethod. */
    public static boolean isIndexable(@Nullable Object value) {
        return value instanceof LuaTable || value instanceof String;
    }

    /** {@code object[key]} of an indexable value. */
    public static @Nullable Object index(Machine machine, Object object, @Nullable Object key) {
        Object current = object;
        for (int i = 0; i < MAX_CHAIN; i++) {
            Object handler;
            if (current instanceof LuaTable table) {
                Object value = table.get(key);
                if (value != null) {
                    return value;
                }
                handler = table.metamethod(Event.INDEX);
                if (handler == null) {
                    return null;
                }
            } else if (current instanceof String) {
                handler = machine.strings();
            } else {
                throw machine.error("attempt to index a " + Types.nameInError(current) + " value");
            }
            if (handler instanceof LuaFunction function) {
                return Values.first(function.call2(current, key));
            }
            machine.budget().tick();
            current = handler;
        }
        throw machine.error("'__index' chain too long; possibly a loop");
    }

    /** {@code object[key] = value} of an indexable value. */
    public static void newIndex(Machine machine, Object object, @Nullable Object key, @Nullable Object value) {
        Object current = object;
        for (int i = 0; i < MAX_CHAIN; i++) {
            Object handler = null;
            if (current instanceof LuaTable table) {
                if (table.metatable() == null || table.get(key) != null) {
                    rawSet(machine, table, key, value);
                    return;
                }
                handler = table.metamethod(Event.NEWINDEX);
                if (handler == null) {
                    rawSet(machine, table, key, value);
                    return;
                }
            } else {
                throw machine.error("attempt to index a " + Types.nameInError(current) + " value");
            }
            if (handler instanceof LuaFunction function) {
                function.call3(current, key, value);
                return;
            }
            machine.budget().tick();
            current = handler;
        }
        throw machine.error("'__newindex' chain too long; possibly a loop");
    }

    /** Sets a key without metamethods, with a script's error for a key that cannot be. */
    public static void rawSet(Machine machine, LuaTable table, @Nullable Object key, @Nullable Object value) {
        if (key == null) {
            throw machine.error("table index is nil");
        }
        if (key instanceof Double number && Double.isNaN(number)) {
            throw machine.error("table index is NaN");
        }
        table.put(key, value);
    }

    /** The metamethod of any value; null when it has none. */
    public static @Nullable Object metamethod(@Nullable Object value, Event event) {
        return value instanceof LuaTable table ? table.metamethod(event) : null;
    }

    /** Calls what a metatable has for an event and answers the first result. */
    public static @Nullable Object callMetamethod(
            Machine machine, Event event, Object handler, @Nullable Object a, @Nullable Object b) {
        if (handler instanceof LuaFunction function) {
            return Values.first(function.call2(a, b));
        }
        checkCallable(machine, handler, " (metamethod '" + event.key().substring(2) + "')");
        return Values.first(call(machine, handler, new @Nullable Object[] {a, b}));
    }

    /**
     * Checks that a value can be called, by itself or through metamethods.
     *
     * @param name what errors call it
     */
    public static void checkCallable(Machine machine, @Nullable Object callee, String name) {
        Object current = callee;
        for (int i = 0; i < MAX_CHAIN && !(current instanceof LuaFunction); i++) {
            Object handler = metamethod(current, Event.CALL);
            if (handler == null) {
                throw machine.error("attempt to call a " + Types.nameInError(current) + " value" + name);
            }
            machine.budget().tick();
            current = handler;
        }
    }

    /** Calls any callable value. */
    public static @Nullable Object call(Machine machine, @Nullable Object callee, @Nullable Object[] arguments) {
        if (callee instanceof LuaFunction function) {
            return function.call(arguments);
        }
        Object current = callee;
        @Nullable Object[] all = arguments;
        for (int i = 0; i < MAX_CHAIN; i++) {
            Object handler = metamethod(current, Event.CALL);
            if (handler == null) {
                throw machine.error("attempt to call a " + Types.nameInError(current) + " value");
            }
            machine.budget().allocate(8L * all.length + 24);
            @Nullable Object[] more = new Object[all.length + 1];
            more[0] = current;
            System.arraycopy(all, 0, more, 1, all.length);
            all = more;
            if (handler instanceof LuaFunction function) {
                return function.call(all);
            }
            current = handler;
        }
        throw machine.error("'__call' chain too long; possibly a loop");
    }

    /** {@code #value}; null when it has no length. */
    public static @Nullable Object length(Machine machine, @Nullable Object value) {
        if (value instanceof String text) {
            return (long) text.length();
        }
        if (value instanceof LuaTable table) {
            Object handler = table.metamethod(Event.LEN);
            return handler == null
                    ? (Object) table.length()
                    : callMetamethod(machine, Event.LEN, handler, value, value);
        }
        throw new IllegalArgumentException("Expected a value with a length");
    }

    /** What {@code tostring} answers. */
    public static String text(Machine machine, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof LuaTable table) {
            return tableText(machine, table);
        }
        if (value instanceof Double number) {
            machine.budget().charge(16);
            machine.budget().allocateString(20);
            return Numbers.text((double) number);
        }
        machine.budget().charge(4);
        machine.budget().allocateString(20);
        return value == null ? "nil" : value.toString();
    }

    private static String tableText(Machine machine, LuaTable table) {
        Object handler = table.metamethod(Event.TOSTRING);
        if (handler != null) {
            Frame caller = machine.enterLibrary();
            Object text = Values.first(call(machine, handler, new @Nullable Object[] {table}));
            machine.leave(caller);
            if (text instanceof String result) {
                return result;
            }
            if (text instanceof Long || text instanceof Double) {
                return Numbers.text(text);
            }
            throw machine.error("'__tostring' must return a string");
        }
        machine.budget().charge(20);
        LuaTable meta = table.metatable();
        if (meta != null && meta.get("__name") instanceof String name) {
            machine.budget().allocateString(name.length() + 20L);
            return name + table.toString().substring("table".length());
        }
        machine.budget().allocateString(20);
        return table.toString();
    }
}
