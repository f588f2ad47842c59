package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** The arguments of a library function, read with the checks and the errors of the reference implementation. Counted from 1. */
public final class Args {
    private static final int NUMBER_TEXT_TICKS = 16;

    private final Machine machine;
    private final String function;
    private final @Nullable Object[] values;

    Args(Machine machine, String function, @Nullable Object[] values) {
        this.machine = machine;
        this.function = function;
        this.values = values;
    }

    /** The instance the call runs in. */
    public Machine machine() {
        return machine;
    }

    /** What the call is charged to. */
    public Budget budget() {
        return machine.budget();
    }

    /** How many arguments there are. */
    public int count() {
        return values.length;
    }

    /** All arguments. */
    public @Nullable Object[] all() {
        return values;
    }

    /** The same arguments and a nil. */
    public Args withNil() {
        budget().allocate(16 + 8L * values.length);
        @Nullable Object[] more = new Object[values.length + 1];
        System.arraycopy(values, 0, more, 0, values.length);
        return new Args(machine, function, more);
    }

    /** An argument, nil when absent. */
    public @Nullable Object get(int index) {
        return index <= values.length ? values[index - 1] : null;
    }

    /** An argument that must be there, nil or not. */
    public @Nullable Object any(int index) {
        if (index > values.length) {
            throw error(index, "value expected");
        }
        return values[index - 1];
    }

    /** An argument that must be a table. */
    public LuaTable table(int index) {
        if (get(index) instanceof LuaTable table) {
            return table;
        }
        throw typeError(index, "table");
    }

    /** An argument that must be a function. */
    public LuaFunction function(int index) {
        if (get(index) instanceof LuaFunction found) {
            return found;
        }
        throw typeError(index, "function");
    }

    /** An argument that must be a number or a numeral, as a float. */
    public double number(int index) {
        Object value = get(index);
        if (value instanceof Double number) {
            return number;
        }
        Object number = numeric(index);
        return number instanceof Long integer ? (double) (long) integer : (Double) number;
    }

    /** An argument that must be a number or a numeral, as the number it is. */
    public Object numeric(int index) {
        Object value = get(index);
        chargeNumeral(value);
        Object number = Numbers.toNumber(value);
        if (number == null) {
            throw typeError(index, "number");
        }
        return number;
    }

    /** An argument that must be, or be the numeral of, a number with an integer value. */
    public long integer(int index) {
        Object value = get(index);
        if (value instanceof Long integer) {
            return integer;
        }
        chargeNumeral(value);
        Object number = Numbers.toNumber(value);
        if (number == null) {
            throw typeError(index, "number");
        }
        Long integer = Numbers.exactInteger(number);
        if (integer == null) {
            throw error(index, "number has no integer representation");
        }
        return integer;
    }

    /** The same with a default for nil or nothing. */
    public long integer(int index, long absent) {
        return get(index) == null ? absent : integer(index);
    }

    /** An argument that must be text or a number, as text. */
    public String text(int index) {
        Object value = get(index);
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Long || value instanceof Double) {
            return textOf(value);
        }
        throw typeError(index, "string");
    }

    /** A text as it is, or a number as text, which is slow. */
    public String textOf(Object textOrNumber) {
        if (!(textOrNumber instanceof String)) {
            budget().charge(NUMBER_TEXT_TICKS);
        }
        return Numbers.text(textOrNumber);
    }

    /** The same with a default for nil or nothing. */
    public String text(int index, String absent) {
        return get(index) == null ? absent : text(index);
    }

    private void chargeNumeral(@Nullable Object value) {
        if (value instanceof String text) {
            budget().charge(4 + text.length() / 8);
        }
    }

    /** The error for an argument of the wrong type. */
    public LuaError typeError(int index, String expected) {
        String found = index > values.length ? "no value" : Types.nameInError(get(index));
        return error(index, expected + " expected, got " + found);
    }

    /** The error for an argument that will not do. */
    public LuaError error(int index, String reason) {
        Frame caller = machine.top();
        String name = caller.isLibrary() ? function : function.substring(function.lastIndexOf('.') + 1);
        if (caller.line >= 0) {
            return machine.error("bad argument #" + index + " to '" + name + "' (" + reason + ")");
        }
        if (index == 1) {
            return machine.error("calling '" + name + "' on bad self (" + reason + ")");
        }
        return machine.error("bad argument #" + (index - 1) + " to '" + name + "' (" + reason + ")");
    }
}
