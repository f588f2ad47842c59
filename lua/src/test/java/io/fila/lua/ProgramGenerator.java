package io.fila.lua;

import java.util.List;
import java.util.Random;

/**
 * Random programs over the whole grammar: the same seed gives the same one. A tame program ends by itself and returns
 * what it saw, so that it can be compared with real Lua; a wild one may do anything.
 */
final class ProgramGenerator {
    private static final int MAX_VARIABLES = 8;
    private static final String[] METAMETHODS = {
        "__index",
        "__newindex",
        "__call",
        "__add",
        "__concat",
        "__len",
        "__eq",
        "__le",
        "__tostring",
        "__close",
        "__unm",
        "__pairs",
        "__name",
        "__metatable",
        "__gc",
        "__mode",
        "__idiv",
        "__band",
        "__shl"
    };
    private static final String[] FUNCTIONS = {
        "assert",
        "error",
        "getmetatable",
        "ipairs",
        "next",
        "pairs",
        "pcall",
        "rawequal",
        "rawget",
        "rawlen",
        "rawset",
        "select",
        "setmetatable",
        "tonumber",
        "tostring",
        "type",
        "xpcall",
        "string.byte",
        "string.char",
        "string.find",
        "string.format",
        "string.gmatch",
        "string.gsub",
        "string.len",
        "string.lower",
        "string.match",
        "string.pack",
        "string.packsize",
        "string.rep",
        "string.reverse",
        "string.sub",
        "string.unpack",
        "string.upper",
        "table.concat",
        "table.insert",
        "table.move",
        "table.pack",
        "table.remove",
        "table.sort",
        "table.unpack",
        "math.abs",
        "math.ceil",
        "math.floor",
        "math.fmod",
        "math.max",
        "math.min",
        "math.modf",
        "math.random",
        "math.randomseed",
        "math.tointeger",
        "math.type",
        "math.ult",
        "utf8.char",
        "utf8.codepoint",
        "utf8.codes",
        "utf8.len",
        "utf8.offset"
    };
    /** Functions whose answers differ by chance, by order, by design, or by how deep the caller's own stack is. */
    private static final List<String> DIFFERENT =
            List.of("math.random", "math.randomseed", "next", "getmetatable", "error");

    private static final String[] TAME_CONSTANTS = {
        "0", "1", "2", "-3", "7", "2.5", "-0.5", "'a'", "'b'", "'10'", "true", "false", "nil", "'x y z'", "1e3", "0x1F"
    };
    private static final String[] WILD_CONSTANTS = {
        "math.maxinteger",
        "math.mininteger",
        "math.huge",
        "-math.huge",
        "0/0",
        "1e308",
        "2^53",
        "('x'):rep(1000)",
        "('ab'):rep(40000)",
        "'(a*)*b'",
        "'%d+'",
        "'.-.-.-b'",
        "'%s%d%q'",
        "_G",
        "_ENV",
        "string",
        "'\\0\\255'",
        "1 << 62",
        "{}",
        "'[a-z]*$'",
        "('a?'):rep(50)",
        "'<!16i16s4'",
        "('x'):rep(1 << 19)",
        "'%99.99f'",
        "'%b()'"
    };
    private static final String[] BINARY = {
        "+", "-", "*", "/", "//", "%", "^", "&", "|", "~", "<<", ">>", "..", "==", "~=", "<", "<=", ">", ">=", "and",
        "or"
    };

    private final Random random;
    private final boolean wild;
    private final StringBuilder out = new StringBuilder();
    private int variables;
    private int functions;
    private int labels;
    private int loops;

    private ProgramGenerator(long seed, boolean wild) {
        this.random = new Random(seed);
        this.wild = wild;
    }

    static String tame(long seed) {
        return new ProgramGenerator(seed, false).program();
    }

    static String wild(long seed) {
        return new ProgramGenerator(seed, true).program();
    }

    private String program() {
        out.append("local seen = {}\nlocal function see(...) if #seen < 80 then seen[#seen + 1] = table.pack(...) end")
                .append(" return ... end\ng0, g1, g2 = 5, 'text', { x = 1, y = 'z' }\n");
        int statements = 3 + random.nextInt(10);
        for (int i = 0; i < statements; i++) {
            guarded();
        }
        out.append(wild ? "function main(...) " : "");
        if (wild) {
            block(3);
            out.append("end\n");
        } else {
            out.append("return seen\n");
        }
        return out.toString();
    }

    /** A statement whose errors do not end the program. */
    private void guarded() {
        if (variables < MAX_VARIABLES && random.nextInt(3) == 0) {
            String value = expression(2);
            out.append("local v")
                    .append(variables)
                    .append(" = see(select(2, pcall(function() return ")
                    .append(value)
                    .append(" end)))\n");
            variables++;
            return;
        }
        int saved = variables;
        out.append("see(pcall(function()\n");
        statement(3);
        out.append("end))\n");
        variables = saved;
    }

    private String pick(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String variable() {
        if (variables == 0 || random.nextInt(10) == 0) {
            return "g" + random.nextInt(3);
        }
        return "v" + random.nextInt(variables);
    }

    private void block(int depth) {
        int saved = variables;
        int statements = 1 + random.nextInt(4);
        for (int i = 0; i < statements; i++) {
            statement(depth - 1);
        }
        variables = saved;
    }

    private void statement(int depth) {
        int kind = random.nextInt(depth > 0 ? 22 : 8);
        switch (kind) {
            case 0, 1 -> declare();
            case 2, 3 ->
                out.append(variable()).append(" = ").append(expression(2)).append('\n');
            case 4 -> out.append("see(").append(expression(2)).append(")\n");
            case 5 ->
                out.append("do local t = ")
                        .append(table())
                        .append(" t.x = ")
                        .append(expression(1))
                        .append(" see(t.x, #t) end\n");
            case 6 ->
                out.append(variable())
                        .append(", ")
                        .append(variable())
                        .append(" = ")
                        .append(expression(1))
                        .append(", ")
                        .append(expression(1))
                        .append('\n');
            case 7 ->
                out.append("see(pcall(")
                        .append(function())
                        .append(arguments(true))
                        .append("))\n");
            case 8, 9 -> branch(depth);
            case 10, 11 -> numericLoop(depth);
            case 12 -> genericLoop(depth);
            case 13 -> whileLoop(depth);
            case 14 -> repeatLoop(depth);
            case 15, 16 -> function(depth);
            case 17 -> protectedBlock(depth);
            case 18 -> gotoLoop(depth);
            case 19 -> object();
            case 20 -> closing(depth);
            default -> {
                out.append("do\n");
                block(depth);
                out.append("end\n");
            }
        }
    }

    private void declare() {
        String value = expression(2);
        if (variables >= MAX_VARIABLES) {
            out.append(variable()).append(" = ").append(value).append('\n');
            return;
        }
        out.append("local v").append(variables++).append(" = ").append(value).append('\n');
    }

    private void branch(int depth) {
        out.append("if ").append(expression(2)).append(" then\n");
        block(depth);
        if (random.nextBoolean()) {
            out.append("elseif ").append(expression(1)).append(" then\n");
            block(depth);
        }
        if (random.nextBoolean()) {
            out.append("else\n");
            block(depth);
        }
        out.append("end\n");
    }

    private void numericLoop(int depth) {
        String bounds = wild && random.nextInt(4) == 0
                ? expression(1) + ", " + expression(1)
                : random.nextInt(4) + ", " + random.nextInt(8)
                        + (random.nextBoolean() ? ", " + (1 + random.nextInt(3)) : "");
        out.append("for i")
                .append(loops)
                .append(" = ")
                .append(bounds)
                .append(" do\nsee(i")
                .append(loops)
                .append(")\n");
        loops++;
        block(depth);
        out.append(random.nextInt(4) == 0 ? "if " + expression(1) + " then break end\n" : "")
                .append("end\n");
    }

    private void genericLoop(int depth) {
        String iterator = switch (random.nextInt(4)) {
            case 0 -> "ipairs({" + expression(1) + ", " + expression(1) + "})";
            case 1 -> "next, {" + expression(1) + "}";
            case 2 -> "string.gmatch('a bc def', '%a+')";
            default -> wild ? expression(2) : "pairs({10, 20, 30})";
        };
        out.append("for k, w in ").append(iterator).append(" do\nsee(k)\n");
        block(depth);
        out.append("end\n");
    }

    private void whileLoop(int depth) {
        if (wild && random.nextInt(3) == 0) {
            out.append("while ").append(expression(1)).append(" do\n");
        } else {
            out.append("local n")
                    .append(labels)
                    .append(" = 0\nwhile n")
                    .append(labels)
                    .append(" < 3 do n")
                    .append(labels)
                    .append(" = n")
                    .append(labels)
                    .append(" + 1\n");
            labels++;
        }
        block(depth);
        out.append("end\n");
    }

    private void repeatLoop(int depth) {
        out.append("repeat local done = ").append(wild ? expression(1) : "true").append('\n');
        block(depth);
        out.append("until done\n");
    }

    private void function(int depth) {
        String name = "f" + functions++;
        boolean local = random.nextBoolean();
        out.append(local ? "local function " : "function ").append(name).append("(a, b, ...)\n");
        if (wild && random.nextInt(3) == 0) {
            out.append("see(").append(name).append(arguments(false)).append(")\n");
        }
        block(depth);
        out.append("return ")
                .append(random.nextBoolean() ? "a, ..." : expression(1))
                .append("\nend\n");
        out.append("see(pcall(")
                .append(name)
                .append(", ")
                .append(expression(1))
                .append(", ")
                .append(expression(1))
                .append("))\n");
    }

    private void protectedBlock(int depth) {
        out.append("see(").append(random.nextBoolean() ? "pcall(function()\n" : "xpcall(function()\n");
        boolean handled = out.charAt(out.lastIndexOf("pcall") - 1) == 'x';
        block(depth);
        out.append(random.nextBoolean() ? "error(" + expression(1) + ")\n" : "").append("end");
        out.append(handled ? ", function(e) return type(e) end))\n" : "))\n");
    }

    private void gotoLoop(int depth) {
        int id = labels++;
        out.append("do local c")
                .append(id)
                .append(" = 0\n::top")
                .append(id)
                .append("::\nc")
                .append(id)
                .append(" = c")
                .append(id)
                .append(" + 1\n");
        block(depth);
        String limit = wild && random.nextInt(3) == 0 ? expression(1) : "c" + id + " < 3";
        out.append("if ").append(limit).append(" then goto top").append(id).append(" end end\n");
    }

    private void object() {
        String initial = table();
        String name = variables < MAX_VARIABLES ? "local v" + variables++ : variable();
        out.append(name).append(" = setmetatable(").append(initial).append(", {");
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            String value = random.nextInt(4) == 0
                    ? expression(1)
                    : "function(a, b, c) return " + (wild ? expression(1) : pick(TAME_CONSTANTS)) + " end";
            out.append(pick(METAMETHODS)).append(" = ").append(value).append(", ");
        }
        out.append("})\n");
    }

    private void closing(int depth) {
        out.append("do local c <close> = setmetatable({}, {__close = function(o, e) see(type(e)) end})\n");
        block(depth);
        out.append("end\n");
    }

    private String table() {
        return switch (random.nextInt(4)) {
            case 0 -> "{}";
            case 1 -> "{" + expression(1) + ", " + expression(1) + ", x = " + expression(1) + "}";
            case 2 -> "{[" + pick(new String[] {"1", "'k'", "2.0", "true"}) + "] = " + expression(1) + "}";
            default -> "{1, 2, 3, " + expression(1) + "}";
        };
    }

    private String arguments(boolean leadingComma) {
        StringBuilder arguments = new StringBuilder();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            arguments.append(i > 0 || leadingComma ? ", " : "").append(expression(1));
        }
        return leadingComma ? arguments.toString() : "(" + arguments + ")";
    }

    /** A library function; for a tame program, one that answers the same everywhere. */
    private String function() {
        String name = pick(FUNCTIONS);
        return !wild && DIFFERENT.contains(name) ? "type" : name;
    }

    private String constant() {
        return wild && random.nextInt(4) == 0 ? pick(WILD_CONSTANTS) : pick(TAME_CONSTANTS);
    }

    private String expression(int depth) {
        if (depth <= 0) {
            return random.nextInt(3) == 0 ? variable() : constant();
        }
        return switch (random.nextInt(wild ? 16 : 13)) {
            case 0, 1, 2 -> variable();
            case 3, 4 -> constant();
            case 5, 6 -> "(" + expression(depth - 1) + " " + pick(BINARY) + " " + expression(depth - 1) + ")";
            case 7 -> pick(new String[] {"not ", "-", "#", "~"}) + "(" + expression(depth - 1) + ")";
            case 8 -> "(function(...) return " + expression(depth - 1) + " end)" + arguments(false);
            case 9 -> table();
            case 10 -> "type(" + expression(depth - 1) + ")";
            case 11 -> "(" + expression(depth - 1) + ")." + pick(new String[] {"x", "y"});
            case 12 -> "tostring(" + pick(TAME_CONSTANTS) + ")";
            case 13 -> function() + arguments(false);
            case 14 -> function();
            default ->
                "(" + expression(depth - 1) + "):" + pick(new String[] {"rep", "gsub", "format", "find", "x"})
                        + arguments(false);
        };
    }
}
