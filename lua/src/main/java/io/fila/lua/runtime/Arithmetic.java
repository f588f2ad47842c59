package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** Arithmetic and bitwise operators with all their rules: integers, floats, numerals, metamethods. */
public final class Arithmetic {
    private static final String DIVIDE_BY_ZERO = "attempt to divide by zero";
    private static final String MODULO_ZERO = "attempt to perform 'n%0'";

    private Arithmetic() {}

    /** Says of an operand what it is named in the source, for errors: {@code " (local 'x')"}. */
    public interface Names {
        /** Names nothing. */
        Names NONE = second -> "";

        /** The name of the first or the second operand. */
        String of(boolean second);
    }

    /** Applies an operator to any two values. */
    public static @Nullable Object apply(
            Machine machine, Operator operator, @Nullable Object a, @Nullable Object b, Names names) {
        if (operator.isBitwise()) {
            return bitwise(machine, operator, a, b, names);
        }
        if (a != null && b != null && isNumber(a) && isNumber(b)) {
            return compute(machine, operator, a, b);
        }
        Object handler = handler(operator, a, b);
        if (handler != null) {
            return Access.callMetamethod(machine, operator.event(), handler, a, b);
        }
        Object x = coerce(machine, a);
        Object y = coerce(machine, b);
        if (x != null && y != null) {
            checkDivisor(operator, x, y);
            return compute(machine, operator, x, y);
        }
        if (a instanceof String || b instanceof String) {
            throw machine.error("attempt to " + operator.event().key().substring(2) + " a '" + Types.name(a)
                    + "' with a '" + Types.name(b) + "'");
        }
        throw blame(machine, "perform arithmetic on", a, b, names);
    }

    /** Arithmetic on texts is a library's: its errors have no position. */
    private static void checkDivisor(Operator operator, Object a, Object b) {
        if (a instanceof Long && b instanceof Long divisor && divisor == 0) {
            if (operator == Operator.IDIV) {
                throw new LuaError(DIVIDE_BY_ZERO);
            }
            if (operator == Operator.MOD) {
                throw new LuaError(MODULO_ZERO);
            }
        }
    }

    /** The first operand that is no number is at fault. */
    private static LuaError blame(Machine machine, String what, @Nullable Object a, @Nullable Object b, Names names) {
        boolean second = isNumber(a);
        return machine.error(
                "attempt to " + what + " a " + Types.nameInError(second ? b : a) + " value" + names.of(second));
    }

    private static @Nullable Object coerce(Machine machine, @Nullable Object value) {
        if (value instanceof String text) {
            machine.budget().charge(4 + text.length() / 8);
        }
        return Numbers.toNumber(value);
    }

    private static boolean isNumber(@Nullable Object value) {
        return value instanceof Long || value instanceof Double;
    }

    private static @Nullable Object handler(Operator operator, @Nullable Object a, @Nullable Object b) {
        Object handler = Access.metamethod(a, operator.event());
        return handler != null ? handler : Access.metamethod(b, operator.event());
    }

    private static Object compute(Machine machine, Operator operator, Object a, Object b) {
        if (a instanceof Long x && b instanceof Long y) {
            return integers(machine, operator, x, y);
        }
        return floats(operator, toDouble(a), toDouble(b));
    }

    private static double toDouble(Object number) {
        return number instanceof Long integer ? (double) (long) integer : (Double) number;
    }

    private static Object integers(Machine machine, Operator operator, long a, long b) {
        return switch (operator) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case UNM -> -a;
            case MOD -> mod(machine, a, b);
            case IDIV -> floorDivide(machine, a, b);
            default -> floats(operator, (double) a, (double) b);
        };
    }

    private static Object floats(Operator operator, double a, double b) {
        return switch (operator) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case UNM -> -a;
            case POW -> Power.of(a, b);
            case MOD -> mod(a, b);
            case IDIV -> Math.floor(a / b);
            default -> throw new IllegalArgumentException("Expected an arithmetic operator but found " + operator);
        };
    }

    /** {@code a // b} of integers. */
    public static long floorDivide(Machine machine, long a, long b) {
        if (b == 0) {
            throw machine.error(DIVIDE_BY_ZERO);
        }
        return Math.floorDiv(a, b);
    }

    /** {@code a % b} of integers. */
    public static long mod(Machine machine, long a, long b) {
        if (b == 0) {
            throw machine.error(MODULO_ZERO);
        }
        return Math.floorMod(a, b);
    }

    /** {@code a % b} of floats. */
    public static double mod(double a, double b) {
        double remainder = a % b;
        if (remainder != 0 && (remainder < 0) != (b < 0)) {
            remainder += b;
        }
        return remainder;
    }

    private static @Nullable Object bitwise(
            Machine machine, Operator operator, @Nullable Object a, @Nullable Object b, Names names) {
        if (a != null && b != null && isNumber(a) && isNumber(b)) {
            return bits(operator, integer(machine, a, names, false), integer(machine, b, names, true));
        }
        Object handler = handler(operator, a, b);
        if (handler != null) {
            return Access.callMetamethod(machine, operator.event(), handler, a, b);
        }
        // Texts are not converted to integers here; only arithmetic does that.
        throw blame(machine, "perform bitwise operation on", a, b, names);
    }

    private static long integer(Machine machine, Object value, Names names, boolean second) {
        Long integer = Numbers.exactInteger(value);
        if (integer == null) {
            throw machine.error("number" + names.of(second) + " has no integer representation");
        }
        return integer;
    }

    private static Object bits(Operator operator, long a, long b) {
        return switch (operator) {
            case BAND -> a & b;
            case BOR -> a | b;
            case BXOR -> a ^ b;
            case BNOT -> ~a;
            case SHL -> shiftLeft(a, b);
            case SHR -> shiftLeft(a, -b);
            default -> throw new IllegalArgumentException("Expected a bitwise operator but found " + operator);
        };
    }

    /** {@code a << b}: zeros come in, a negative shift goes right. */
    public static long shiftLeft(long a, long b) {
        if (b <= -64 || b >= 64) {
            return 0;
        }
        return b >= 0 ? a << b : a >>> -b;
    }
}
