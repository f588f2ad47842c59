package io.fila.scripting;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.Scheduling;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No script escapes its limits, and the next call works. */
final class AttackTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "while true do end",
                "repeat until false",
                "for i = 1, math.huge do end",
                "goto again ::again:: goto again",
                "while true do pcall(error, 'x') end",
                "while true do pcall(function() while true do end end) end",
                "xpcall(function() while true do end end, function() while true do end end)",
                "local s = string.rep('x', 1e9)",
                "local s = 'x' while true do s = s .. s end",
                "local t = {} while true do t[#t + 1] = {} end",
                "local t = {} for i = 1, 1e9 do t[i] = i end",
                "string.rep('a', 30):find(string.rep('a?', 30) .. string.rep('a', 30))",
                "('x'):rep(100000):gsub('.-b', '')",
                "('x'):rep(50000):find(('.-'):rep(20) .. 'y')",
                "local function f() return f() + 1 end f()",
                "local function f() return f() end f()",
                "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
                "local t = setmetatable({}, { __index = function(t, k) return t[k .. 'x'] end }) return t.x",
                "local t = setmetatable({}, { __len = function() while true do end end }) return #t",
                "local t = setmetatable({}, { __eq = function() while true do end end }) return t == setmetatable({}, getmetatable(t))",
                "error(setmetatable({}, { __tostring = function() while true do end end }))",
                "local e = setmetatable({}, { __tostring = function() while true do end end }) tostring(e)",
                "local c <close> = setmetatable({}, { __close = function() while true do end end }) error('x')",
                "table.concat({}, 'x', 1, 1e9)",
                "table.unpack({}, 1, 1e8)",
                "table.sort({3, 2, 1, 5, 4}, function() while true do end end)",
                "table.move({}, 1, 1e9, 2)",
                "string.format('%99999999d', 1)",
                "for w in string.gmatch(('a'):rep(1e6), 'a*') do end while true do end",
                "utf8.char(table.unpack((function() local t = {} for i = 1, 1e6 do t[i] = 65 end return t end)()))",
                "return { fairness_key = string.rep('x', 1000000) }",
                "local s = 'return ' .. string.rep('(', 300) while true do s = s .. '(' end",
                "select('#', table.unpack({}, 1, 1e7))",
                "string.pack(string.rep('i4', 1e6), 1)",
                "local a = {} a.a = a while true do a = a.a end"
            })
    void endsWithTheDefaultsAndTheNextCallWorks(String attack) {
        Bench bench = new Bench();
        bench.queue(
                "function on_enqueue(msg) if msg.headers.attack then " + attack
                        + " end return { fairness_key = 'well' } end",
                "");

        assertThat(bench.enqueue(Map.of("attack", "yes"))).isIn(Bench.FALLBACK, well());
        assertThat(bench.enqueue(Map.of())).isEqualTo(well());
    }

    private static Scheduling well() {
        return new Scheduling("well", 1, List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io",
                "os",
                "debug",
                "package",
                "coroutine",
                "require",
                "load",
                "loadstring",
                "loadfile",
                "dofile",
                "collectgarbage",
                "print",
                "string.dump",
                "java",
                "luajava"
            })
    void nothingDangerousIsThere(String name) {
        Bench bench = new Bench();
        bench.onEnqueue("return { fairness_key = " + name + " == nil and 'absent' or 'there' }");

        assertThat(bench.enqueue(Map.of()).fairnessKey()).isEqualTo("absent");
    }
}
