package io.fila.lua.tree;

import io.fila.lua.runtime.Budget;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.Numbers;
import io.fila.lua.runtime.Types;
import org.jspecify.annotations.Nullable;

/** {@code for i = start, limit, step}. */
final class NumericFor extends Stat {
    private final Assignments.Target variable;
    private final Expr start;
    private final Expr limit;
    private final @Nullable Expr step;
    private final Stat body;
    private final int line;

    NumericFor(Assignments.Target variable, Expr start, Expr limit, @Nullable Expr step, Stat body, int line) {
        this.variable = variable;
        this.start = start;
        this.limit = limit;
        this.step = step;
        this.body = body;
        this.line = line;
    }

    @Override
    int execute(Frame frame) {
        Object first = start.evaluate(frame);
        Object last = limit.evaluate(frame);
        Object increment = step == null ? (Long) 1L : step.evaluate(frame);
        frame.line = line;
        int signal;
        if (first instanceof Long from && increment instanceof Long by) {
            signal = integers(frame, from, last, by);
        } else {
            signal = floats(frame, first, last, increment);
        }
        return signal == BREAK ? NORMAL : signal;
    }

    private int integers(Frame frame, long from, @Nullable Object last, long by) {
        if (by == 0) {
            throw frame.machine.error("'for' step is zero");
        }
        long to;
        if (toNumber(frame, last) instanceof Long integer) {
            to = integer;
        } else {
            double bound = number(frame, last, "limit");
            // A bound outside the integers ends the loop before its first round, or never.
            if (Double.isNaN(bound) || (by > 0 ? bound < -0x1p63 : bound >= 0x1p63)) {
                return NORMAL;
            }
            to = (long) (by > 0 ? Math.floor(bound) : Math.ceil(bound));
        }
        if (by > 0 ? from > to : from < to) {
            return NORMAL;
        }
        long distance = by > 0 ? to - from : from - to;
        // The magnitude of the step as an unsigned number, right for the smallest integer too.
        long rounds = Long.divideUnsigned(distance, by > 0 ? by : -by);
        return count(frame, from, by, rounds);
    }

    private int count(Frame frame, long from, long by, long rounds) {
        Budget budget = frame.machine.budget();
        long value = from;
        long left = rounds;
        while (true) {
            budget.tick();
            variable.assign(frame, null, null, value);
            int signal = body.execute(frame);
            if (signal != NORMAL || left == 0) {
                return signal;
            }
            left--;
            value += by;
        }
    }

    private int floats(Frame frame, @Nullable Object first, @Nullable Object last, @Nullable Object increment) {
        double to = number(frame, last, "limit");
        double by = number(frame, increment, "step");
        double value = number(frame, first, "initial value");
        if (by == 0) {
            throw frame.machine.error("'for' step is zero");
        }
        Budget budget = frame.machine.budget();
        while (by > 0 ? value <= to : value >= to) {
            budget.tick();
            variable.assign(frame, null, null, value);
            int signal = body.execute(frame);
            if (signal != NORMAL) {
                return signal;
            }
            value += by;
        }
        return NORMAL;
    }

    /** A number or the number that a text is the numeral of, which a bound may be too. */
    private static @Nullable Object toNumber(Frame frame, @Nullable Object value) {
        if (value instanceof String text) {
            frame.machine.budget().charge(4 + text.length() / 8);
        }
        return Numbers.toNumber(value);
    }

    private static double number(Frame frame, @Nullable Object value, String what) {
        Object number = toNumber(frame, value);
        if (number instanceof Double exact) {
            return exact;
        }
        if (number instanceof Long integer) {
            return integer;
        }
        throw frame.machine.error("bad 'for' " + what + " (number expected, got " + Types.name(value) + ")");
    }
}
