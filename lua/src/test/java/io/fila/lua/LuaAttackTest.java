package io.fila.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.LuaLimitExceeded;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scripts that try to run away. Each ends within 1.5 times its limit, and the next call works. */
class LuaAttackTest {
    private static final LuaLimits LIMITS = new LuaLimits(Duration.ofMillis(10), 1 << 20);
    private static final LuaLimits PATIENT = new LuaLimits(Duration.ofMinutes(1), LIMITS.memoryBytes());
    private static final LuaLimits SPACIOUS = new LuaLimits(LIMITS.time(), 1 << 28);
    private static final long CPU_ALLOWANCE_NANOS = LIMITS.time().toNanos() * 3 / 2;
    private static final long HEAP_ALLOWANCE_BYTES = 96L << 20;
    private static final int ROUNDS = 3;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A script that tries to run away. */
    record Attack(String name, String end, String body) {
        static Attack parse(String text) {
            int colon = text.indexOf(": ");
            int line = text.indexOf('\n');
            return new Attack(
                    text.substring(0, colon), text.substring(colon + 2, line).strip(), text.substring(line + 1));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Attack> attacks() throws IOException {
        try (InputStream text = Objects.requireNonNull(LuaAttackTest.class.getResourceAsStream("attacks.lua"))) {
            String[] attacks = new String(text.readAllBytes(), StandardCharsets.UTF_8).split("(?m)^--- ");
            return Stream.concat(
                            Arrays.stream(attacks).filter(a -> !a.isBlank()).map(Attack::parse), longCode())
                    .toList();
        }
    }

    /** Code without an end in sight that neither calls nor loops by itself. */
    private static Stream<Attack> longCode() {
        String statements = "x = 1 ".repeat(100_000);
        String expression = "(" + ("(" + "y + ".repeat(200) + "y) + ").repeat(100) + "y)";
        return Stream.of(
                new Attack("a long function", "TIME", "local function f() " + statements + "end while true do f() end"),
                new Attack("a long loop", "TIME", "while true do " + statements + "end"),
                new Attack("a long way back", "TIME", "::again:: " + statements + "goto again"),
                new Attack("a long condition", "TIME", "local y = 1 while " + expression + " do end"),
                new Attack("a long condition to end", "TIME", "local y = 1 repeat until " + expression + " == 0"),
                new Attack(
                        "many branches",
                        "TIME",
                        "local function f() if x then " + "elseif x then ".repeat(50_000)
                                + "end end while true do f() end"),
                new Attack(
                        "a long list",
                        "TIME",
                        "local y = 1 local function f() local z = {"
                                + expression.concat(",").repeat(3) + "} end while true do f() end"));
    }

    static List<Attack> attacksOnMemory() throws IOException {
        return attacksOn("MEMORY");
    }

    static List<Attack> attacksOnTime() throws IOException {
        return attacksOn("TIME");
    }

    private static List<Attack> attacksOn(String limit) throws IOException {
        return attacks().stream().filter(attack -> attack.end.equals(limit)).toList();
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void attackEndsWithinItsLimitAndTheNextCallWorks(Attack attack) {
        LuaInstance instance = instance(attack);
        String slow = "";

        // The first rounds pay for loading and compiling classes; a limit that does not hold fails in all of them.
        for (int round = 0; round < ROUNDS; round++) {
            slow = attackOnce(instance, attack);
            assertThat(instance.call(beside(instance.script(), LIMITS), "innocent", "hello"))
                    .isEqualTo("hello!");
            if (slow.isEmpty()) {
                return;
            }
        }

        fail(attack.name + " used " + slow);
    }

    @ParameterizedTest
    @MethodSource("attacksOnMemory")
    void attackOnMemoryEndsByMemoryHoweverMuchTimeThereIs(Attack attack) {
        LuaInstance instance = instance(attack);
        long heapBefore = THREADS.getCurrentThreadAllocatedBytes();

        String end = end(instance, PATIENT);

        assertThat(end).isEqualTo("MEMORY");
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - heapBefore).isLessThan(HEAP_ALLOWANCE_BYTES);
        assertThat(instance.call(beside(instance.script(), LIMITS), "innocent", "hello"))
                .isEqualTo("hello!");
    }

    @ParameterizedTest
    @MethodSource("attacksOnTime")
    void attackOnTimeEndsByTimeHoweverMuchMemoryThereIs(Attack attack) {
        LuaInstance instance = instance(attack);

        assertThat(end(instance, SPACIOUS)).isEqualTo("TIME");
        assertThat(instance.call(beside(instance.script(), LIMITS), "innocent", "hello"))
                .isEqualTo("hello!");
    }

    private static LuaInstance instance(Attack attack) {
        String source = "calls = 0\nfunction attack()\n" + attack.body
                + "\nend\nfunction innocent(x) calls = calls + 1 return x .. '!' end";
        LuaScript script = LuaScript.compile(source, "attack");
        return script.instance(LuaHost.NONE, beside(script, LIMITS));
    }

    /** Some attacks are long texts, which count as memory themselves: the limits are for what they do. */
    private static LuaLimits beside(LuaScript script, LuaLimits limits) {
        return new LuaLimits(limits.time(), limits.memoryBytes() + script.codeBytes());
    }

    private static String attackOnce(LuaInstance instance, Attack attack) {
        long cpuBefore = THREADS.getCurrentThreadCpuTime();
        long heapBefore = THREADS.getCurrentThreadAllocatedBytes();
        String end = end(instance, LIMITS);
        long cpu = THREADS.getCurrentThreadCpuTime() - cpuBefore;
        long heap = THREADS.getCurrentThreadAllocatedBytes() - heapBefore;

        if (attack.end.equals("ANY")) {
            assertThat(end).isIn("TIME", "MEMORY", "DEPTH", "ERROR");
        } else if (attack.end.equals("TIME") || attack.end.equals("MEMORY")) {
            // Which of the two comes first depends on how fast the machine is; other tests take one of them away.
            assertThat(end).isIn("TIME", "MEMORY");
        } else {
            assertThat(end).isEqualTo(attack.end);
        }
        assertThat(heap).isLessThan(HEAP_ALLOWANCE_BYTES);
        return cpu <= CPU_ALLOWANCE_NANOS ? "" : cpu / 1000 + " us of processor time and ended by " + end;
    }

    private static String end(LuaInstance instance) {
        return end(instance, LIMITS);
    }

    private static String end(LuaInstance instance, LuaLimits limits) {
        try {
            @Nullable Object result = instance.call(beside(instance.script(), limits), "attack");
            return "RESULT " + result;
        } catch (LuaLimitExceeded limit) {
            return limit.limit().name();
        } catch (LuaError error) {
            return "ERROR";
        }
    }

    @Test
    void killedInstanceStartsOverWithFreshGlobals() {
        String source = "state = 'fresh' function attack() state = 'stale' string.rep = nil while true do end end"
                + " function read() return state .. ('x'):rep(2) end";
        LuaInstance instance = LuaScript.compile(source, "t").instance(LuaHost.NONE, LIMITS);

        assertThat(end(instance)).isEqualTo("TIME");

        assertThat(instance.call(LIMITS, "read")).isEqualTo("freshxx");
    }

    @Test
    void errorOfTheScriptKeepsItsGlobals() {
        String source =
                "count = 0 function attack() count = count + 1 error('no') end function read() return count end";
        LuaInstance instance = LuaScript.compile(source, "t").instance(LuaHost.NONE, LIMITS);

        assertThat(end(instance)).isEqualTo("ERROR");
        assertThat(end(instance)).isEqualTo("ERROR");

        assertThat(instance.call(LIMITS, "read")).isEqualTo(2L);
    }

    @Test
    void memoryKeptBetweenCallsCounts() {
        String source = "kept = {} function attack() kept[#kept + 1] = ('x'):rep(50000) .. #kept return #kept end";
        LuaInstance instance = LuaScript.compile(source, "t").instance(LuaHost.NONE, LIMITS);
        int calls = 0;
        while (end(instance, PATIENT).startsWith("RESULT")) {
            calls++;
        }

        assertThat(calls).isBetween(18, 21);
    }

    @Test
    void garbageOfEarlierCallsDoesNotCount() {
        String source = "function attack() local s = ('x'):rep(50000) .. 'y' return #s end";
        LuaInstance instance = LuaScript.compile(source, "t").instance(LuaHost.NONE, LIMITS);

        for (int i = 0; i < 1000; i++) {
            assertThat(end(instance, PATIENT)).isEqualTo("RESULT 50001");
        }
    }
}
