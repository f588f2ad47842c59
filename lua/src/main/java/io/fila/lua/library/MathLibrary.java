package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Comparison;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Numbers;
import io.fila.lua.runtime.Values;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The table {@code math}. */
final class MathLibrary {
    private static final double LOG_2 = Math.log(2);

    private MathLibrary() {}

    static void install(Machine machine, long seed) {
        RandomNumbers random = new RandomNumbers(seed, 0);
        Library library = Library.named(machine, "math")
                .value("pi", Math.PI)
                .value("huge", Double.POSITIVE_INFINITY)
                .value("maxinteger", Long.MAX_VALUE)
                .value("mininteger", Long.MIN_VALUE)
                .add("abs", MathLibrary::abs)
                .add("ceil", args -> round(args, Math::ceil))
                .add("floor", args -> round(args, Math::floor))
                .add("fmod", MathLibrary::fmod)
                .add("log", MathLibrary::log)
                .add("max", args -> compared(args, true))
                .add("min", args -> compared(args, false))
                .add("modf", MathLibrary::modf)
                .add("tointeger", MathLibrary::toInteger)
                .add("type", MathLibrary::type)
                .add("ult", args -> Long.compareUnsigned(args.integer(1), args.integer(2)) < 0)
                .add("random", args -> random(args, random))
                .add("randomseed", args -> seed(args, random));
        function(library, "acos", Math::acos);
        function(library, "asin", Math::asin);
        function(library, "cos", Math::cos);
        function(library, "deg", x -> x * (180.0 / Math.PI));
        function(library, "exp", Math::exp);
        function(library, "rad", x -> x * (Math.PI / 180.0));
        function(library, "sin", Math::sin);
        function(library, "sqrt", Math::sqrt);
        function(library, "tan", Math::tan);
        library.add("atan", args -> Math.atan2(args.number(1), args.get(2) == null ? 1 : args.number(2)));
    }

    private static void function(Library library, String name, DoubleUnaryOperator function) {
        library.add(name, args -> function.applyAsDouble(args.number(1)));
    }

    private static Object abs(Args args) {
        return args.get(1) instanceof Long integer
                ? (Object) (integer < 0 ? -integer : integer)
                : (Object) Math.abs(args.number(1));
    }

    private static Object round(Args args, DoubleUnaryOperator rounding) {
        if (args.get(1) instanceof Long integer) {
            return integer;
        }
        Double rounded = rounding.applyAsDouble(args.number(1));
        Long integer = Numbers.exactInteger(rounded);
        return integer == null ? (Object) rounded : (Object) integer;
    }

    private static Object fmod(Args args) {
        if (args.get(1) instanceof Long a && args.get(2) instanceof Long b) {
            if (b == 0) {
                throw args.error(2, "zero");
            }
            // The remainder by -1 is 0 and must not overflow on the way.
            return b == -1 ? (Object) 0L : (Object) (a % b);
        }
        double divisor = args.number(2);
        return args.number(1) % divisor;
    }

    private static Object log(Args args) {
        double x = args.number(1);
        if (args.get(2) == null) {
            return Math.log(x);
        }
        double base = args.number(2);
        if (base == 2) {
            return log2(x);
        }
        return base == 10 ? Math.log10(x) : Math.log(x) / Math.log(base);
    }

    private static double log2(double x) {
        if (x > 0 && x < Double.POSITIVE_INFINITY && x >= Double.MIN_NORMAL) {
            // Exact for powers of two, as C's log2 is.
            int exponent = Math.getExponent(x);
            double mantissa = x / Math.scalb(1.0, exponent);
            return mantissa == 1 ? exponent : Math.log(x) / LOG_2;
        }
        return Math.log(x) / LOG_2;
    }

    private static @Nullable Object compared(Args args, boolean largest) {
        Object first = args.any(1);
        Frame caller = args.machine().enterLibrary();
        Object best = extreme(args, first, largest);
        args.machine().leave(caller);
        return best;
    }

    /** The least or greatest value; as in the reference implementation, of anything that compares. */
    private static @Nullable Object extreme(Args args, @Nullable Object first, boolean largest) {
        Object best = first;
        for (int i = 2; i <= args.count(); i++) {
            args.budget().tick();
            Object candidate = args.get(i);
            boolean better = largest
                    ? Comparison.less(args.machine(), best, candidate)
                    : Comparison.less(args.machine(), candidate, best);
            if (better) {
                best = candidate;
            }
        }
        return best;
    }

    private static Object modf(Args args) {
        if (args.get(1) instanceof Long integer) {
            return Values.many(integer, 0.0);
        }
        double number = args.number(1);
        if (Double.isInfinite(number)) {
            return Values.many(number, 0.0);
        }
        double whole = number >= 0 ? Math.floor(number) : Math.ceil(number);
        Long integer = Numbers.exactInteger(whole);
        return Values.many(integer == null ? (Object) whole : (Object) integer, number - whole);
    }

    private static @Nullable Object toInteger(Args args) {
        return args.get(1) instanceof String text
                ? Numbers.toInteger(chargedText(args, text))
                : Numbers.exactInteger(args.any(1));
    }

    private static String chargedText(Args args, String text) {
        args.budget().charge(4 + text.length() / 8);
        return text;
    }

    private static @Nullable Object type(Args args) {
        Object value = args.any(1);
        return value instanceof Long ? "integer" : value instanceof Double ? "float" : null;
    }

    private static Object random(Args args, RandomNumbers random) {
        long low = 1;
        long high;
        switch (args.count()) {
            case 0 -> {
                return random.nextFloat();
            }
            case 1 -> {
                high = args.integer(1);
                if (high == 0) {
                    return random.nextInteger();
                }
            }
            case 2 -> {
                low = args.integer(1);
                high = args.integer(2);
            }
            default -> throw args.machine().error("wrong number of arguments");
        }
        if (low > high) {
            throw args.error(1, "interval is empty");
        }
        return low + random.nextUpTo(high - low, args.budget());
    }

    private static Object seed(Args args, RandomNumbers random) {
        if (args.count() == 0) {
            // Without an argument the script may not reach for chance from outside: it goes on from where it is.
            long first = random.nextInteger();
            long second = random.nextInteger();
            random.seed(first, second);
            return Values.many(first, second);
        }
        long first = args.integer(1);
        long second = args.integer(2, 0);
        random.seed(first, second);
        return Values.many(first, second);
    }
}
