package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** {@code ==}, {@code <} and {@code <=} of any two values. */
@SuppressWarnings("ReferenceEquality") // Equality of tables and functions is identity.
public final class Comparison {
    private static final int SHORT_TEXT = 256;

    private Comparison() {}

    /** {@code ==} without metamethods. */
    public static boolean rawEquals(Machine machine, @Nullable Object a, @Nullable Object b) {
        if (a == b) {
            return !(a instanceof Double number) || !Double.isNaN(number);
        }
        if (a instanceof Long x) {
            return b instanceof Long y ? (long) x == y : b instanceof Double f && equal(x, f);
        }
        if (a instanceof Double x) {
            return b instanceof Double y ? (double) x == y : b instanceof Long i && equal(i, x);
        }
        return a instanceof String x && b instanceof String y && textEquals(machine, x, y);
    }

    private static boolean textEquals(Machine machine, String a, String b) {
        if (a.length() != b.length()) {
            return false;
        }
        if (a.length() > SHORT_TEXT) {
            machine.budget().chargeBulk(a.length());
        }
        return a.equals(b);
    }

    private static boolean equal(long integer, double number) {
        return Numbers.isIntegral(number) && (long) number == integer;
    }

    /** {@code ==}. */
    public static boolean equals(Machine machine, @Nullable Object a, @Nullable Object b) {
        if (a == b || !(a instanceof LuaTable x) || !(b instanceof LuaTable y)) {
            return rawEquals(machine, a, b);
        }
        Object handler = x.metamethod(Event.EQ);
        if (handler == null) {
            handler = y.metamethod(Event.EQ);
        }
        return handler != null && Values.truthy(Access.callMetamethod(machine, Event.EQ, handler, a, b));
    }

    /** {@code a < b}. */
    public static boolean less(Machine machine, @Nullable Object a, @Nullable Object b) {
        if (a instanceof Long x) {
            if (b instanceof Long y) {
                return x < y;
            }
            if (b instanceof Double y) {
                return less((long) x, (double) y);
            }
        } else if (a instanceof Double x) {
            if (b instanceof Double y) {
                return x < y;
            }
            if (b instanceof Long y) {
                return less((double) x, (long) y);
            }
        } else if (a instanceof String x && b instanceof String y) {
            return compare(machine, x, y) < 0;
        }
        return byMetamethod(machine, Event.LT, a, b);
    }

    /** {@code a <= b}. */
    public static boolean lessOrEqual(Machine machine, @Nullable Object a, @Nullable Object b) {
        if (a instanceof Long x) {
            if (b instanceof Long y) {
                return x <= y;
            }
            if (b instanceof Double y) {
                return !Double.isNaN(y) && !less((double) y, (long) x);
            }
        } else if (a instanceof Double x) {
            if (b instanceof Double y) {
                return x <= y;
            }
            if (b instanceof Long y) {
                return !Double.isNaN(x) && !less((long) y, (double) x);
            }
        } else if (a instanceof String x && b instanceof String y) {
            return compare(machine, x, y) <= 0;
        }
        return byMetamethod(machine, Event.LE, a, b);
    }

    private static boolean less(long integer, double number) {
        if (number >= 0x1p63) {
            return true;
        }
        // The smallest integer not below the float decides, and that conversion is exact.
        return number > -0x1p63 && integer < (long) Math.ceil(number);
    }

    private static boolean less(double number, long integer) {
        if (number < -0x1p63) {
            return true;
        }
        return number < 0x1p63 && (long) Math.floor(number) < integer;
    }

    private static int compare(Machine machine, String a, String b) {
        int shared = Math.min(a.length(), b.length());
        if (shared > SHORT_TEXT) {
            machine.budget().chargeBulk(shared);
        }
        return a.compareTo(b);
    }

    private static boolean byMetamethod(Machine machine, Event event, @Nullable Object a, @Nullable Object b) {
        Object handler = Access.metamethod(a, event);
        if (handler == null) {
            handler = Access.metamethod(b, event);
        }
        if (handler == null) {
            throw machine.error(cannotCompare(a, b));
        }
        return Values.truthy(Access.callMetamethod(machine, event, handler, a, b));
    }

    private static String cannotCompare(@Nullable Object a, @Nullable Object b) {
        String first = Types.nameInError(a);
        String second = Types.nameInError(b);
        return first.equals(second)
                ? "attempt to compare two " + first + " values"
                : "attempt to compare " + first + " with " + second;
    }
}
