package io.fila.lua;

import com.sun.management.ThreadMXBean;
import io.fila.lua.runtime.LuaError;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaLimitExceeded;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.syntax.LuaSyntaxError;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A program: seed in, verdict out. It runs wild programs and damaged sources under limits, and tame programs beside real
 * Lua, until its time is over. A seed fails when it hangs, escapes its limits, throws what is not documented, hands out
 * what is no Lua value, leaves the instance unusable, or disagrees with real Lua.
 *
 * <p>{@code java … io.fila.lua.GrammarFuzzer FIRST_SEED MINUTES}
 */
final class GrammarFuzzer {
    private static final Duration TIME = Duration.ofMillis(10);
    private static final LuaLimits LIMITS = new LuaLimits(TIME, 1 << 20);
    private static final long CPU_ALLOWANCE_NANOS = TIME.toNanos() * 3 / 2;
    /** What the Java heap may see of a call that was given a mebibyte: churn, boxed numbers, the walk's own bookkeeping. */
    private static final long HEAP_ALLOWANCE_BYTES = 96L << 20;

    private static final int WARM_UP_SEEDS = 400;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String CHARACTERS = "()[]{}<>=~+-*/%^#&|.,;:'\"\\ \n0123456789abcdefxpzuELF_\0\u00ff";

    private final NativeLua oracle;
    private final TreeMap<String, Long> verdicts = new TreeMap<>();

    GrammarFuzzer(NativeLua oracle) {
        this.oracle = oracle;
    }

    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        long end =
                System.nanoTime() + Duration.ofMinutes(Long.parseLong(args[1])).toNanos();
        int failures = 0;
        try (NativeLua oracle = new NativeLua()) {
            GrammarFuzzer fuzzer = new GrammarFuzzer(oracle);
            fuzzer.warmUp();
            long first = seed;
            while (System.nanoTime() < end) {
                String failure = fuzzer.run(seed);
                if (failure != null) {
                    failures++;
                    System.out.println("FAILED seed " + seed + ": " + failure);
                }
                seed++;
                if (seed % 100_000 == 0) {
                    System.out.println("at seed " + seed + ": " + fuzzer.verdicts);
                }
            }
            System.out.println(
                    "seeds " + first + " to " + (seed - 1) + ", failures " + failures + ", " + fuzzer.verdicts);
        }
        System.exit(failures == 0 ? 0 : 1);
    }

    /** Loads and compiles what every seed uses, so that no seed is blamed for it. */
    void warmUp() {
        for (long seed = 0; seed < WARM_UP_SEEDS; seed++) {
            run(seed);
        }
        verdicts.clear();
    }

    /** What is wrong with a seed; null when nothing is. */
    @Nullable String run(long seed) {
        try {
            return switch ((int) (seed % 4)) {
                case 0 -> tame(seed);
                case 1 -> limited(damaged(seed));
                default -> limited(ProgramGenerator.wild(seed));
            };
        } catch (RuntimeException | Error undocumented) {
            count("undocumented");
            return undocumented + " at "
                    + List.of(undocumented.getStackTrace()).stream().limit(4).toList();
        }
    }

    private @Nullable String tame(long seed) {
        List<Differential.Disagreement> disagreements;
        try {
            disagreements = Differential.disagreements(oracle, "", List.of(ProgramGenerator.tame(seed)));
        } catch (LuaLimitExceeded limit) {
            // Real Lua calls it an error when memory runs out, and goes on; ours ends the script.
            count("asked for too much");
            return null;
        }
        if (disagreements.isEmpty()) {
            count("agreed");
            return null;
        }
        Differential.Disagreement first = disagreements.getFirst();
        if (first.expected().contains("nan")) {
            // The text of not-a-number has a sign on some machines; a program that met one may have gone another way.
            count("met nan");
            return null;
        }
        count("disagreed");
        return first.toString();
    }

    private static String damaged(long seed) {
        Random random = new Random(seed);
        StringBuilder source =
                new StringBuilder(random.nextBoolean() ? ProgramGenerator.wild(seed) : ProgramGenerator.tame(seed));
        int wounds = 1 + random.nextInt(4);
        for (int i = 0; i < wounds && source.length() > 2; i++) {
            int at = random.nextInt(source.length() - 1);
            int length = Math.min(random.nextInt(20), source.length() - at);
            switch (random.nextInt(4)) {
                case 0 -> source.delete(at, at + length);
                case 1 -> source.insert(at, source.substring(at, at + length));
                case 2 -> source.insert(at, CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
                default -> source.setCharAt(at, CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
        }
        return source.toString();
    }

    private @Nullable String limited(String source) {
        LuaScript script;
        try {
            script = LuaScript.compile(source, "fuzz");
        } catch (LuaSyntaxError refused) {
            count("refused");
            return null;
        }
        LuaInstance instance = null;
        long cpu = THREADS.getCurrentThreadCpuTime();
        long heap = THREADS.getCurrentThreadAllocatedBytes();
        String verdict;
        try {
            instance = script.instance(LuaHost.NONE, LIMITS);
            verdict = check(cpu, heap);
            if (verdict == null && instance.defines("main")) {
                verdict = call(instance);
            }
            count("ran");
        } catch (LuaError error) {
            count("failed");
            verdict = check(cpu, heap);
        } catch (LuaLimitExceeded limit) {
            count("ended by " + limit.limit());
            verdict = check(cpu, heap);
        }
        return verdict == null ? null : verdict + " in\n" + source;
    }

    private @Nullable String call(LuaInstance instance) {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long heap = THREADS.getCurrentThreadAllocatedBytes();
        String escaped = null;
        try {
            for (Object result : instance.callForAll(LIMITS, "main", 1, "two", List.of(3))) {
                if (!isLuaValue(result)) {
                    escaped = "handed out " + Objects.requireNonNull(result).getClass();
                }
            }
            count("called");
        } catch (LuaError error) {
            count("call failed");
        } catch (LuaLimitExceeded limit) {
            count("call ended by " + limit.limit());
        }
        return escaped == null ? check(cpu, heap) : escaped;
    }

    private static boolean isLuaValue(@Nullable Object value) {
        return value == null
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Double
                || value instanceof String
                || value instanceof LuaTable
                || value instanceof LuaFunction;
    }

    private static @Nullable String check(long cpuBefore, long heapBefore) {
        long cpu = THREADS.getCurrentThreadCpuTime() - cpuBefore;
        long heap = THREADS.getCurrentThreadAllocatedBytes() - heapBefore;
        if (cpu > CPU_ALLOWANCE_NANOS) {
            return "used " + cpu / 1000 + " us of " + TIME;
        }
        if (heap > HEAP_ALLOWANCE_BYTES) {
            return "allocated " + heap + " bytes";
        }
        return null;
    }

    private void count(String verdict) {
        verdicts.merge(verdict, 1L, Long::sum);
    }
}
