package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** The operator {@code ..} over any number of operands. */
public final class Concatenation {
    private Concatenation() {}

    /** Joins all values, from the right. */
    public static @Nullable Object join(Machine machine, @Nullable Object[] values, Naming naming) {
        int next = values.length - 1;
        Object tail = values[next];
        while (next > 0) {
            if (isText(tail) && isText(values[next - 1])) {
                int from = next - 1;
                while (from > 0 && isText(values[from - 1])) {
                    from--;
                }
                tail = joinTexts(machine, values, from, next, tail);
                next = from;
            } else {
                next--;
                tail = byMetamethod(machine, values[next], tail, next, naming);
            }
        }
        return tail;
    }

    /** Says what the operand at an index is named in the source, for errors: {@code " (local 'x')"}. */
    public interface Naming {
        /** The name of an operand. */
        String of(int operand);
    }

    private static String joinTexts(
            Machine machine, @Nullable Object[] values, int from, int to, @Nullable Object tail) {
        String last = text(machine, tail);
        String[] texts = new String[to - from];
        long length = last.length();
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(machine, values[from + i]);
            length += texts[i].length();
        }
        machine.budget().allocateString(length);
        if (texts.length == 1) {
            return texts[0].concat(last);
        }
        StringBuilder joined = new StringBuilder((int) length);
        for (String text : texts) {
            joined.append(text);
        }
        return joined.append(last).toString();
    }

    /** Joins two values. */
    public static @Nullable Object join(Machine machine, @Nullable Object a, @Nullable Object b, Naming naming) {
        if (isText(a) && isText(b)) {
            String x = text(machine, a);
            String y = text(machine, b);
            machine.budget().allocateString((long) x.length() + y.length());
            return x.concat(y);
        }
        return byMetamethod(machine, a, b, 0, naming);
    }

    private static @Nullable Object byMetamethod(
            Machine machine, @Nullable Object a, @Nullable Object b, int operand, Naming naming) {
        Object handler = Access.metamethod(a, Event.CONCAT);
        if (handler == null) {
            handler = Access.metamethod(b, Event.CONCAT);
        }
        if (handler == null) {
            boolean second = isText(a);
            throw machine.error("attempt to concatenate a " + Types.nameInError(second ? b : a) + " value"
                    + naming.of(second ? operand + 1 : operand));
        }
        return Access.callMetamethod(machine, Event.CONCAT, handler, a, b);
    }

    private static boolean isText(@Nullable Object value) {
        return value instanceof String || value instanceof Long || value instanceof Double;
    }

    private static String text(Machine machine, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Double) {
            machine.budget().charge(16);
        }
        return value == null ? "" : Numbers.text(value);
    }
}
