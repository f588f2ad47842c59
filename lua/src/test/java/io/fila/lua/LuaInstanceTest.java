package io.fila.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.LuaLimitExceeded;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.syntax.LuaSyntaxError;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the host sees: compiling, calling, values going in and out. */
class LuaInstanceTest {
    private static final LuaLimits LIMITS = new LuaLimits(Duration.ofSeconds(10), 1 << 20);

    private static LuaInstance instance(String source) {
        return LuaScript.compile(source, "test").instance(LuaHost.NONE, LIMITS);
    }

    private static @Nullable Object run(String body) {
        return instance("function run(...) " + body + " end").call(LIMITS, "run");
    }

    @Test
    void compileErrorNamesScriptLineAndReason() {
        assertThatThrownBy(() -> LuaScript.compile("x = 1\ny = = 2", "orders"))
                .isInstanceOfSatisfying(
                        LuaSyntaxError.class, error -> assertThat(error.line()).isEqualTo(2))
                .hasMessage("orders:2: unexpected symbol near '='");
    }

    @Test
    void sourceThatIsTooLongIsRefused() {
        String source = "--" + "x".repeat(LuaScript.MAX_SOURCE_BYTES);

        assertThatThrownBy(() -> LuaScript.compile(source, "long")).isInstanceOf(LuaSyntaxError.class);
    }

    /** A quarter of a mebibyte of text is many times as much when it is compiled, and all of it stays. */
    @Test
    void compiledScriptCountsAsMemory() {
        LuaScript large = LuaScript.compile("x=1 ".repeat(1 << 16), "large");

        assertThatThrownBy(() -> large.instance(LuaHost.NONE, LIMITS))
                .isInstanceOfSatisfying(
                        LuaLimitExceeded.class,
                        exceeded -> assertThat(exceeded.limit()).isEqualTo(LuaLimitExceeded.Limit.MEMORY))
                .hasMessageContaining("the script itself needs");
        LuaLimits enough = new LuaLimits(LIMITS.time(), large.codeBytes() + LuaLimits.MIN_MEMORY_BYTES);
        assertThat(large.instance(LuaHost.NONE, enough).defines("x")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "{", "- ", "not ", "function() return ", "f(", "a[", "x..", "2^", "1+("})
    void sourceThatNestsTooDeeplyIsRefused(String opener) {
        String source = "return " + opener.repeat(100_000);

        assertThatThrownBy(() -> LuaScript.compile(source, "deep")).isInstanceOf(LuaSyntaxError.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "do ",
                "while x do ",
                "if x then ",
                "repeat ",
                "for i=1,2 do ",
                "function f() ",
                "local function f() "
            })
    void blocksThatNestTooDeeplyAreRefused(String opener) {
        assertThatThrownBy(() -> LuaScript.compile(opener.repeat(50_000), "deep"))
                .isInstanceOf(LuaSyntaxError.class)
                .hasMessageContaining("levels");
    }

    @ParameterizedTest
    @ValueSource(strings = {"+1", "..x", ".x", "()", ":x()", " or x", " == x", "[1]"})
    void chainsThatAreTooLongAreRefused(String link) {
        assertThatThrownBy(() -> LuaScript.compile("return x" + link.repeat(100_000), "long"))
                .isInstanceOf(LuaSyntaxError.class);
    }

    @Test
    void labelsAndJumpsBeyondTheirLimitAreRefused() {
        StringBuilder source = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            source.append("::l").append(i).append(":: f() ");
        }

        assertThatThrownBy(() -> LuaScript.compile(source.toString(), "long"))
                .isInstanceOf(LuaSyntaxError.class)
                .hasMessageContaining("too many labels");
    }

    @Test
    void functionsFullOfClosedVariablesThatNestTooDeeplyAreRefused() {
        String level = "local function f() " + "local x <close> = nil ".repeat(190);

        assertThatThrownBy(() -> LuaScript.compile(level.repeat(100) + " end".repeat(100), "deep"))
                .isInstanceOf(LuaSyntaxError.class)
                .hasMessageContaining("nests too deeply");
    }

    @Test
    void functionFullOfClosedVariablesRuns() {
        String closing = "local x <close> = setmetatable({}, { __close = function() count = count + 1 end }) ";

        assertThat(run("count = 0 do " + closing.repeat(100) + "end return count"))
                .isEqualTo(100L);
    }

    @Test
    void chainsOfThreeHundredOperandsRun() {
        assertThat(run("return 0" + " + 1".repeat(300))).isEqualTo(300L);
        assertThat(run("local x return x == 0" + " or x == 1".repeat(300))).isEqualTo(false);
    }

    @Test
    void valuesGoInAndComeOut() {
        LuaInstance echo = instance("function echo(...) return ... end");

        assertThat(echo.callForAll(LIMITS, "echo", null, true, 1, 2L, 2.5f, 3.5, "text", (short) 4, (byte) 5))
                .containsExactly(null, true, 1L, 2L, 2.5, 3.5, "text", 4L, 5L);
    }

    @Test
    void textGoesInAsUtf8AndComesBack() {
        LuaInstance lua = instance("function length(s) return #s, s .. '!' end");

        @Nullable Object[] results = lua.callForAll(LIMITS, "length", "Grüße €");

        assertThat(results[0]).isEqualTo(11L);
        assertThat(LuaText.decode(String.valueOf(results[1]))).isEqualTo("Grüße €!");
        assertThat(lua.callForAll(LIMITS, "length", (Object) new byte[] {(byte) 0xff, 0})[0])
                .isEqualTo(2L);
    }

    @Test
    void mapsAndListsBecomeTables() {
        LuaInstance lua = instance("function read(m) return m.list[2] .. m.inner.x, #m.list end");

        @Nullable Object[] results =
                lua.callForAll(LIMITS, "read", Map.of("list", List.of("a", "b", "c"), "inner", Map.of("x", 7)));

        assertThat(results).containsExactly("b7", 3L);
    }

    @Test
    void valueThatLuaDoesNotKnowIsRefused() {
        LuaInstance lua = instance("function read(m) end");

        assertThatThrownBy(() -> lua.call(LIMITS, "read", new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Object");
    }

    @Test
    void tablesOfTheHostAreReadRaw() {
        LuaInstance lua = instance(
                "function make() return setmetatable({ a = 1, 10, 20 }, { __index = function() error('no') end }) end");

        LuaTable table = (LuaTable) Objects.requireNonNull(lua.call(LIMITS, "make"));

        assertThat(table.get("a")).isEqualTo(1L);
        assertThat(table.get(2)).isEqualTo(20L);
        assertThat(table.get("absent")).isNull();
        assertThat(table.length()).isEqualTo(2);
    }

    @Test
    void hostFunctionsAreGlobalsOrFields() {
        LuaHost host = LuaHost.NONE
                .withFunction("twice", args -> args[0] + "" + args[0])
                .withFunction("fila.get", args -> args[0].equals("known") ? "value" : null);
        LuaInstance lua = LuaScript.compile(
                        "function run() return twice('ab'), fila.get('known'), fila.get('other') end", "test")
                .instance(host, LIMITS);

        assertThat(lua.callForAll(LIMITS, "run")).containsExactly("abab", "value", null);
    }

    @Test
    void errorOfAHostFunctionIsTheScriptsToCatch() {
        LuaHost host = LuaHost.NONE.withFunction("fail", args -> {
            throw new LuaError("refused");
        });
        LuaInstance lua = LuaScript.compile("function run() return select(2, pcall(fail)) end", "test")
                .instance(host, LIMITS);

        assertThat(lua.call(LIMITS, "run")).isEqualTo("refused");
    }

    @Test
    void bugOfAHostFunctionPassesThroughToTheHost() {
        LuaHost host = LuaHost.NONE.withFunction("fail", args -> {
            throw new UnsupportedOperationException("bug");
        });
        LuaInstance lua = LuaScript.compile("function run() pcall(fail) end function ok() return 1 end", "test")
                .instance(host, LIMITS);

        assertThatThrownBy(() -> lua.call(LIMITS, "run")).isInstanceOf(UnsupportedOperationException.class);
        assertThat(lua.call(LIMITS, "ok")).isEqualTo(1L);
    }

    @Test
    void hostFunctionCannotCallItsOwnInstance() {
        AtomicReference<LuaInstance> self = new AtomicReference<>();
        LuaHost host = LuaHost.NONE.withFunction("again", args -> self.get().call(LIMITS, "run"));
        self.set(LuaScript.compile("function run() return again() end", "test").instance(host, LIMITS));

        assertThatThrownBy(() -> self.get().call(LIMITS, "run")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void missingFunctionIsAnErrorThatNamesIt() {
        LuaInstance lua = instance("x = 1");

        assertThat(lua.defines("run")).isFalse();
        assertThatThrownBy(() -> lua.call(LIMITS, "run"))
                .isInstanceOf(LuaError.class)
                .hasMessageContaining("'run'");
    }

    @Test
    void statementsThatFailAreAnErrorOfTheInstance() {
        assertThatThrownBy(() -> instance("error('at start')"))
                .isInstanceOf(LuaError.class)
                .hasMessage("test:1: at start");
        assertThatThrownBy(() -> LuaScript.compile("while true do end", "test").instance())
                .isInstanceOf(LuaLimitExceeded.class);
    }

    @Test
    void globalsAreTheSandboxAndNothingElse() {
        Object names = run("local n = {} for k, v in pairs(_G) do n[#n + 1] = k"
                + " if type(v) == 'table' and k ~= '_G' then for f in pairs(v) do n[#n + 1] = k .. '.' .. f end end end"
                + " table.sort(n) return table.concat(n, ' ')");

        assertThat(names)
                .isEqualTo("_G _VERSION assert error getmetatable ipairs math math.abs math.acos math.asin math.atan"
                        + " math.ceil math.cos math.deg math.exp math.floor math.fmod math.huge math.log math.max"
                        + " math.maxinteger math.min math.mininteger math.modf math.pi math.rad math.random"
                        + " math.randomseed math.sin math.sqrt math.tan math.tointeger math.type math.ult next pairs"
                        + " pcall rawequal rawget rawlen rawset run select setmetatable string string.byte string.char"
                        + " string.find string.format string.gmatch string.gsub string.len string.lower string.match"
                        + " string.pack string.packsize string.rep string.reverse string.sub string.unpack string.upper"
                        + " table table.concat table.insert table.move table.pack table.remove table.sort table.unpack"
                        + " tonumber tostring type utf8 utf8.char utf8.charpattern utf8.codepoint utf8.codes utf8.len"
                        + " utf8.offset xpcall");
    }

    @Test
    void scriptsShareNothing() {
        LuaScript script = LuaScript.compile(
                "function spoil() string.upper = nil x = 1 end function look() return ('a'):upper(), x end", "test");
        LuaInstance one = script.instance(LuaHost.NONE, LIMITS);
        LuaInstance other = script.instance(LuaHost.NONE, LIMITS);

        one.call(LIMITS, "spoil");

        assertThat(other.callForAll(LIMITS, "look")).containsExactly("A", null);
        assertThat(run("return getmetatable('')")).isEqualTo(false);
    }

    @Test
    void sameSeedGivesTheSameNumbersAndTheSameOrder() {
        String source = "function run() local t = {} for i = 1, 20 do t[{}] = i t['k' .. i] = i end"
                + " local s = '' for _, v in pairs(t) do s = s .. v .. ',' end"
                + " return s .. math.random(1000000) .. tostring({}) end";
        LuaScript script = LuaScript.compile(source, "test");
        Object first = script.instance(LuaHost.NONE.withSeed(9), LIMITS).call(LIMITS, "run");

        assertThat(script.instance(LuaHost.NONE.withSeed(9), LIMITS).call(LIMITS, "run"))
                .isEqualTo(first);
        assertThat(script.instance(LuaHost.NONE.withSeed(10), LIMITS).call(LIMITS, "run"))
                .isNotEqualTo(first);
    }

    @Test
    void callTellsWhatItUsed() {
        LuaInstance lua = instance("function run() local t = {} for i = 1, 100 do t[i] = i end return t end");

        lua.call(LIMITS, "run");

        assertThat(lua.lastCallSteps()).isBetween(100L, 300L);
        assertThat(lua.lastCallBytes()).isBetween(1000L, 6000L);
    }

    @Test
    void deepestRecursionFitsTheStackOfAnOrdinaryThread() {
        String deep = "{".repeat(150) + " f() " + "}".repeat(150);
        LuaInstance lua = instance("function f() return " + deep + " end function flat() return 1 + flat() end");

        for (String function : List.of("f", "flat")) {
            assertThatThrownBy(() -> lua.call(LIMITS, function))
                    .isInstanceOf(LuaLimitExceeded.class)
                    .hasMessageContaining("calls");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, LuaLimits.MIN_MEMORY_BYTES - 1, LuaLimits.MAX_MEMORY_BYTES + 1})
    void memoryLimitOutOfRangeIsRefused(long bytes) {
        assertThatThrownBy(() -> new LuaLimits(Duration.ofMillis(1), bytes))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void timeLimitOutOfRangeIsRefused() {
        assertThatThrownBy(() -> new LuaLimits(Duration.ZERO, 1 << 20)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LuaLimits(Duration.ofDays(1), 1 << 20))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void iteratorOfGmatchKeepsNothingButTextAndPattern() {
        LuaInstance instance = instance("function keep(t) kept = string.gmatch('a', 'a', 1, t) end");
        WeakReference<LuaTable> given = new WeakReference<>(instance.newTable(0, 0));
        instance.call(LIMITS, "keep", given.get());

        for (int i = 0; i < 100 && given.get() != null; i++) {
            System.gc();
        }

        assertThat(given.get()).isNull();
    }

    @Test
    void textsThatAScriptKeepsOfItsArgumentsCount() {
        LuaInstance instance = instance("last = false function keep(t) t.before = last last = t end");
        int calls = 0;
        try {
            for (; calls < 1000; calls++) {
                LuaTable table = instance.newTable(0, 2);
                table.put("before", false);
                table.put("text", instance.newText("x".repeat(50_000)));
                instance.call(LIMITS, "keep", table);
            }
        } catch (LuaLimitExceeded limit) {
            assertThat(limit.limit()).isEqualTo(LuaLimitExceeded.Limit.MEMORY);
        }

        assertThat(calls).isBetween(15, 25);
    }

    @Test
    void textsThatAScriptKeepsOfTheHostCount() {
        LuaHost host = LuaHost.NONE.withFunction("text", given -> "ä".repeat(1000));
        LuaInstance instance = LuaScript.compile(
                        "kept = {} function keep() for i = 1, 10000 do kept[i] = text() end end", "test")
                .instance(host, LIMITS);

        assertThatThrownBy(() -> instance.call(LIMITS, "keep"))
                .isInstanceOfSatisfying(
                        LuaLimitExceeded.class,
                        limit -> assertThat(limit.limit()).isEqualTo(LuaLimitExceeded.Limit.MEMORY));
        assertThat(instance.lastCallBytes()).isLessThan(2L << 20);
    }

    @Test
    void callThatExhaustsTheMachineIsOneThatExceededItsMemory() {
        LuaHost host = LuaHost.NONE.withFunction("exhaust", given -> {
            throw new OutOfMemoryError("on purpose");
        });
        LuaInstance instance = LuaScript.compile(
                        "function run() pcall(exhaust) end function next() return 1 end", "test")
                .instance(host, LIMITS);

        assertThatThrownBy(() -> instance.call(LIMITS, "run"))
                .isInstanceOfSatisfying(
                        LuaLimitExceeded.class,
                        limit -> assertThat(limit.limit()).isEqualTo(LuaLimitExceeded.Limit.MEMORY));
        assertThat(instance.call(LIMITS, "next")).isEqualTo(1L);
    }
}
