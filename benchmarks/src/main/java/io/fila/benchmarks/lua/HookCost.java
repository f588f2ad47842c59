package io.fila.benchmarks.lua;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The typical hook in processor time and allocated bytes of its own thread, so that what else runs on the machine does not
 * count: a program beside {@link HookBenchmark}, for machines that are never quiet.
 */
public final class HookCost {
    private static final int ROUNDS = 15;
    private static final int CALLS = 200_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private HookCost() {}

    public static void main(String[] args) {
        HookBenchmark hook = new HookBenchmark();
        for (int i = 0; i < 2; i++) {
            measure("fila", () -> hook.fila().throttleKeys());
            measure("broker", () -> hook.broker().throttleKeys());
            measure("luajava", () -> hook.luajava().throttleKeys());
        }
        hook.close();
    }

    private static void measure(String name, Supplier<List<String>> call) {
        long[] nanos = new long[ROUNDS];
        long bytes = 0;
        int keys = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long cpu = THREADS.getCurrentThreadCpuTime();
            long heap = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                keys += call.get().size();
            }
            nanos[round] = (THREADS.getCurrentThreadCpuTime() - cpu) / CALLS;
            bytes = (THREADS.getCurrentThreadAllocatedBytes() - heap) / CALLS;
        }
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%-8s median %d ns of processor a call (min %d, max %d), %d bytes, %d keys%n",
                name,
                nanos[ROUNDS / 2],
                nanos[0],
                nanos[ROUNDS - 1],
                bytes,
                keys / ROUNDS / CALLS);
    }
}
