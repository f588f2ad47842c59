package io.fila.lua;

import java.util.Random;

/** Random expressions over everything that has a value: the same seed gives the same ones. */
final class ExpressionGenerator {
    /** What the expressions use besides the library. */
    static final String PRELUDE = """
            local names = {'add','sub','mul','div','mod','pow','idiv','unm','band','bor','bxor','shl','shr','bnot','concat'}
            local meta = {}
            for _, name in ipairs(names) do
              meta['__' .. name] = function(a, b)
                local function show(x) return type(x) == 'table' and x.name or tostring(x) end
                return name .. '(' .. show(a) .. ',' .. show(b) .. ')'
              end
            end
            meta.__eq = function(a, b) return a.name == b.name end
            meta.__lt = function(a, b) return tostring(a) < tostring(b) end
            meta.__le = function(a, b) return tostring(a) <= tostring(b) end
            meta.__len = function(a) return 42 end
            meta.__call = function(self, ...) return self.name, select('#', ...), ... end
            meta.__index = function(self, key) return key end
            meta.__tostring = function(self) return 'object ' .. rawget(self, 'name') end
            meta.__name = 'Object'
            function object(name) return setmetatable({ name = name }, meta) end
            function N(x) if x ~= x then return 0 end return x end
            function S(x) local k = type(x) if k == 'function' or k == 'table' and not getmetatable(x) then return k end return x end
            function holes(t) local r = {} for k, v in pairs(t) do r['k' .. k] = v end return r end
            function I(x) return x end
            function list(...) return { ... } end
            function compose(f, g) return function(...) return f(g(...)) end end
            function count(n) local c = n; return function() c = c + 1; return c end end
            function sorted(t, f) table.sort(t, f); return t end
            function collect(text, pattern) local r = {}; for a, b in text:gmatch(pattern) do r[#r+1] = a; r[#r+1] = b end return r end
            """;

    private static final String[] INTEGERS = {
        "0",
        "1",
        "-1",
        "2",
        "3",
        "7",
        "10",
        "63",
        "64",
        "255",
        "-128",
        "1000000",
        "math.maxinteger",
        "math.mininteger",
        "0x7fffffffffffffff",
        "0xffffffffffffffff",
        "9007199254740993",
        "-9007199254740993",
        "4611686018427387904"
    };
    private static final String[] FLOATS = {
        "0.0",
        "-0.0",
        "0.5",
        "-0.5",
        "1.0",
        "2.0",
        "3.25",
        "-7.75",
        "1e15",
        "1e16",
        "1e100",
        "-1e300",
        "1e308",
        "0.1",
        "3.14159265358979",
        "(1/0)",
        "(-1/0)",
        "2^53",
        "2^63",
        "-(2^63)",
        "9007199254740993.0",
        "1e-5",
        "5e-324",
        "123456.789",
        "0x1p-3",
        "0x.8",
        "1e14",
        "99999999999999.9",
        "123456789012345678.0"
    };
    private static final String[] STRINGS = {
        "''",
        "'a'",
        "'abc'",
        "'hello world'",
        "'10'",
        "'0x10'",
        "' 5 '",
        "'1e2'",
        "'3.0'",
        "'-7'",
        "'0x1p4'",
        "'1e'",
        "'nan'",
        "'inf'",
        "'9223372036854775807'",
        "'9223372036854775808'",
        "'\\0\\255'",
        "'foo.bar(baz)'",
        "'%d'",
        "'key=value, k2=v2'",
        "'  trim me  '",
        "'THE (quick) fox'",
        "'h\\u{e9}llo'",
        "[[long\\n]]",
        "'0x'",
        "'1 2'",
        "'5.'",
        "'.5'"
    };
    private static final String[] PATTERNS = {
        "'%a+'",
        "'%d+'",
        "'%s*(%w+)'",
        "'(%w+)=(%w+)'",
        "'.'",
        "'.-'",
        "'^%s*(.-)%s*$'",
        "'[%a_][%w_]*'",
        "'[^aeiou ]+'",
        "'%b()'",
        "'%f[%w]%w+'",
        "'()'",
        "'(a)(b)(c)'",
        "'(.)%1'",
        "'a?b*c-'",
        "'%x%x'",
        "'[a-f]+'",
        "'[]]'",
        "'[^]]'",
        "'$'",
        "'%.'",
        "'l+'",
        "'^h'",
        "'o$'",
        "'[%d%.]+'",
        "'%u%l*'",
        "'(()%w())'",
        "'['",
        "'%'",
        "'(a'",
        "'a)'",
        "'%1'",
        "'[a-'",
        "'%g+'",
        "'[%a-z]'",
        "'[a%-z]'"
    };
    private static final String[] FORMATS = {
        "'%d'", "'%5d'", "'%-5d|'", "'%05d'", "'%+d'", "'% d'", "'%x'", "'%X'", "'%#x'", "'%o'", "'%c'", "'%5.3d'",
        "'%i'"
    };
    private static final String[] FLOAT_FORMATS = {
        "'%f'",
        "'%.3f'",
        "'%10.2f'",
        "'%-10.1f|'",
        "'%e'",
        "'%.0e'",
        "'%g'",
        "'%.3g'",
        "'%G'",
        "'%+.2f'",
        "'%010.2f'",
        "'%a'",
        "'%.14g'",
        "'%.17g'",
        "'%.20f'",
        "'%#.0f'",
        "'%5.1g'",
        "'%E'",
        "'%#g'",
        "'%.2a'",
        "'%A'",
        "'% g'"
    };
    private static final String[] BINARY = {
        "+", "-", "*", "/", "//", "%", "&", "|", "~", "<<", ">>", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or",
        "+", "-", "*", "//", "%", ".."
    };
    private static final String[] NUMERIC = {"+", "-", "*", "/", "//", "%", "+ -", "math.max", "math.min", "math.fmod"};
    private static final String[] EXPONENTS = {"2", "0", "1", "-1", "0.5", "3", "2.0", "(1/0)", "-2"};
    private static final String[] MATH = {
        "math.floor", "math.ceil", "math.abs", "math.tointeger", "math.type", "math.sqrt", "compose(tostring, S)",
                "tonumber", "type",
        "string.len", "string.upper", "string.lower", "string.reverse", "math.modf", "rawlen", "utf8.len", "utf8.char",
                "#",
        "not ", "-", "~", "string.byte"
    };

    private final Random random;

    ExpressionGenerator(long seed) {
        this.random = new Random(seed);
    }

    /** An expression as a snippet that returns its values. */
    String snippet() {
        int depth = 1 + random.nextInt(4);
        return "return " + (random.nextInt(8) == 0 ? numeric(depth) : expression(depth));
    }

    /** Numbers alone, not-a-number among them: its text differs from machine to machine, its arithmetic does not. */
    private String numeric(int depth) {
        if (depth <= 0) {
            return random.nextInt(12) == 0 ? "(0/0)" : number();
        }
        String operator = pick(NUMERIC);
        return operator.length() > 2 && operator.startsWith("math")
                ? operator + "(" + numeric(depth - 1) + ", " + numeric(depth - 1) + ")"
                : "(" + binary(numeric(depth - 1), operator, numeric(depth - 1)) + ")";
    }

    private String pick(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String leaf() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> pick(INTEGERS);
            case 4, 5, 6 -> pick(FLOATS);
            case 7, 8, 9 -> pick(STRINGS);
            case 10 -> random.nextBoolean() ? "nil" : random.nextBoolean() ? "true" : "false";
            default -> "object('o" + random.nextInt(2) + "')";
        };
    }

    private String number() {
        return switch (random.nextInt(3)) {
            case 0 -> pick(FLOATS);
            case 1 -> Long.toString(random.nextInt(40) - 10);
            default -> pick(INTEGERS);
        };
    }

    private String small() {
        return Integer.toString(random.nextInt(14) - 4);
    }

    String expression(int depth) {
        if (depth <= 0) {
            return leaf();
        }
        return switch (random.nextInt(30)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 ->
                "N(" + binary(expression(depth - 1), pick(BINARY), expression(depth - 1)) + ")";
            case 8 -> "N((" + expression(depth - 1) + ")^" + pick(EXPONENTS) + ")";
            case 9, 10 -> "N(" + pick(MATH) + "(" + expression(depth - 1) + "))";
            case 11 -> "N(" + numeric(depth) + ")";
            case 12 -> "string.format(" + pick(FORMATS) + ", " + number() + ")";
            case 13 -> "string.format(" + pick(FLOAT_FORMATS) + ", " + number() + ")";
            case 14 ->
                "string.format('%s %q %5s %.2s', S(" + expression(depth - 1) + ")" + ", " + text(depth)
                        + ", 'x', 'xyz')";
            case 15 -> "string.find(" + text(depth) + ", " + pick(PATTERNS) + maybe(", " + small()) + ")";
            case 16 -> "string.match(" + text(depth) + ", " + pick(PATTERNS) + maybe(", " + small()) + ")";
            case 17 ->
                "string.gsub(" + text(depth) + ", " + pick(PATTERNS) + ", " + replacement() + maybe(", " + small())
                        + ")";
            case 18 -> "string.sub(" + text(depth) + ", " + small() + maybe(", " + small()) + ")";
            case 19 -> "string.rep(" + text(depth) + ", " + random.nextInt(4) + maybe(", ','") + ")";
            case 20 -> "string.byte(" + text(depth) + ", " + small() + ", " + small() + ")";
            case 21 -> table(depth);
            case 22 -> "#" + constructor(depth);
            case 23 -> "select(" + small() + ", " + expression(depth - 1) + ", " + expression(depth - 1) + ")";
            case 24 -> closure(depth);
            case 25 -> "collect(" + text(depth) + ", " + pick(PATTERNS) + ")";
            case 26 -> "tonumber(" + pick(STRINGS) + maybe(", " + (random.nextInt(40) - 1)) + ")";
            case 27 ->
                pick(new String[] {"math.max", "math.min", "math.fmod", "math.ult"})
                        .transform(f -> "N(" + f + "(" + number() + ", " + number() + "))");
            case 28 -> metamethods(depth);
            default -> packing();
        };
    }

    /** The reference implementation adds the negation of a constant it should subtract, and so loses the sign of zero. */
    private static String binary(String left, String operator, String right) {
        return left + " " + operator + " " + (operator.equals("-") ? "I(" + right + ")" : right);
    }

    private String maybe(String more) {
        return random.nextBoolean() ? more : "";
    }

    private String text(int depth) {
        return random.nextInt(5) == 0 ? expression(depth - 1) : pick(STRINGS);
    }

    private String replacement() {
        return pick(new String[] {
            "'x'",
            "'%0%0'",
            "'<%1>'",
            "'%%'",
            "{a=1,hello='X'}",
            "string.upper",
            "function(a, b) return b end",
            "'%2'",
            "''",
            "'%'",
            "5"
        });
    }

    private String constructor(int depth) {
        return switch (random.nextInt(4)) {
            case 0 -> "{" + expression(depth - 1) + ", " + number() + "}";
            case 1 -> "{" + number() + ", " + number() + ", n = " + expression(depth - 1) + "}";
            case 2 -> "{" + pick(INTEGERS) + "; " + pick(STRINGS) + ", [" + pick(STRINGS) + "] = 1}";
            default -> "{list(" + number() + ", " + number() + ")}";
        };
    }

    private String table(int depth) {
        return switch (random.nextInt(8)) {
            case 0 ->
                "table.concat({" + number() + ", " + pick(STRINGS) + ", " + number() + "}, " + pick(STRINGS) + ")";
            case 1 ->
                "table.unpack({" + number() + ", " + pick(STRINGS) + ", " + expression(depth - 1) + "}"
                        + maybe(", " + small()) + ")";
            case 2 ->
                "sorted({" + pick(INTEGERS) + ", " + pick(INTEGERS) + ", " + random.nextInt(50) + ", 2.5, "
                        + random.nextGaussian() + "})";
            case 3 ->
                "sorted({" + pick(STRINGS) + ", " + pick(STRINGS) + ", " + pick(STRINGS)
                        + "}, function(a, b) return a > b end)";
            case 4 -> "table.pack(" + expression(depth - 1) + ", " + expression(depth - 1) + ")";
            case 5 -> "(" + constructor(depth) + ")[" + expression(depth - 1) + "]";
            case 6 -> "holes(table.move({1, 2, 3, 4}, " + small() + ", " + small() + ", " + small() + "))";
            default -> "table.remove({" + number() + ", 2, 3}" + maybe(", " + small()) + ")";
        };
    }

    private String closure(int depth) {
        return switch (random.nextInt(5)) {
            case 0 ->
                "(function(a, b, ...) return b, a, ... end)(" + expression(depth - 1) + ", " + expression(depth - 1)
                        + ")";
            case 1 -> "(function() local c = count(" + small() + "); c(); return c() + c() end)()";
            case 2 -> "pcall(function() return " + expression(depth - 1) + " end)";
            case 3 ->
                "(function(...) local r = 0; for i, v in ipairs{...} do if i == 2 then goto next end r = r + #tostring(S(v)) ::next:: end return r end)("
                        + expression(depth - 1) + ", " + expression(depth - 1) + ")";
            default -> "compose(tostring, S)(" + expression(depth - 1) + ")";
        };
    }

    private String metamethods(int depth) {
        String object = "object('m')";
        return switch (random.nextInt(5)) {
            case 0 -> object + " " + pick(BINARY) + " " + expression(depth - 1);
            case 1 -> expression(depth - 1) + " " + pick(BINARY) + " " + object;
            case 2 -> object + "(" + expression(depth - 1) + ")";
            case 3 -> "#" + object + ", -" + object + ", ~" + object + ", tostring(" + object + ")";
            default -> object + "[" + expression(depth - 1) + "]";
        };
    }

    private String packing() {
        String format = pick(new String[] {
            "'<i4'",
            "'>i2'",
            "'b'",
            "'B'",
            "'<d'",
            "'>f'",
            "'s1'",
            "'z'",
            "'<!4 i1 i4'",
            "'<i7'",
            "'j'",
            "'I16'",
            "'c5'"
        });
        return switch (random.nextInt(3)) {
            case 0 -> "string.pack(" + format + ", " + leaf() + ", 1)";
            case 1 -> "string.unpack(" + format + ", 'abcdefghijklmnopqrstuvwxyz'" + maybe(", " + small()) + ")";
            default -> "string.packsize(" + format + ")";
        };
    }
}
