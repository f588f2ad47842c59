package io.fila.benchmarks.journal;

import com.sun.management.OperatingSystemMXBean;
import io.fila.benchmarks.contender.ChildProcess;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A program that measures ways to make turns durable: whole lives of 1 KB messages a second, a hundred a turn, and the processor
 * time of a life, on the thread that commits and in all. Arguments: {@code [SECONDS [ROUNDS [DIRECTORY]]]}.
 */
public final class JournalCost {
    private static final int PER_TURN = 100;

    /** As much as turns as quick as these need to be compiled. */
    private static final Duration WARM_UP = Duration.ofSeconds(2);

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Duration time;
    private final Path parent;

    private interface Opening {
        Contender open(Path directory, boolean sync) throws Exception;
    }

    private JournalCost(Duration time, Path parent) {
        this.time = time;
        this.parent = parent;
    }

    public static void run(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Path parent = Files.createDirectories(Path.of(args.length > 2 ? args[2] : "target/bench"));
        JournalCost cost = new JournalCost(Duration.ofSeconds(seconds), parent);
        for (int round = 0; round < rounds; round++) {
            for (boolean sync : new boolean[] {false, true}) {
                cost.compare(sync);
            }
        }
    }

    private void compare(boolean sync) throws Exception {
        Map<String, Opening> both = new LinkedHashMap<>();
        both.put("the broker's store", BrokersStore::new);
        both.put("log, then RocksDB", LogThenRocks::new);
        Map<String, Opening> all = new LinkedHashMap<>(both);
        for (BareRocks.Variant variant : BareRocks.Variant.values()) {
            all.put("RocksDB, " + variant, (directory, synced) -> new BareRocks(directory, variant, synced));
        }
        measure("5,000 alive", new Lives(PER_TURN, 5_000, 1_000), all, sync);
        measure("200,000 alive", new Lives(PER_TURN, 200_000, 1_000), both, sync);
        measure("enqueue only", new Lives(PER_TURN, Integer.MAX_VALUE, 0), both, sync);
    }

    private void measure(String shape, Lives lives, Map<String, Opening> contenders, boolean sync) throws Exception {
        for (Map.Entry<String, Opening> each : contenders.entrySet()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-5s  %-13s  %-26s  %s%n",
                    sync ? "group" : "os",
                    shape,
                    each.getKey(),
                    measure(lives, each.getValue(), sync));
        }
    }

    private String measure(Lives lives, Opening opening, boolean sync) throws Exception {
        Path directory = Files.createTempDirectory(parent, "journal-cost");
        try (Contender contender = opening.open(directory, sync)) {
            contender.commit(Lives.first());
            long warm = commitFor(contender, lives, 0, WARM_UP);
            long processStart = SYSTEM.getProcessCpuTime();
            long threadStart = THREADS.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            double done = (commitFor(contender, lives, warm, time) - warm) * (double) PER_TURN;
            return String.format(
                    Locale.ROOT,
                    "%,9.0f lives/s  %5.2f µs of the thread, %5.2f µs of all%s",
                    done * 1e9 / (System.nanoTime() - start),
                    (THREADS.getCurrentThreadCpuTime() - threadStart) / 1e3 / done,
                    (SYSTEM.getProcessCpuTime() - processStart) / 1e3 / done,
                    contender.note());
        } finally {
            ChildProcess.remove(directory);
        }
    }

    /** The number of the next turn. */
    private static long commitFor(Contender contender, Lives lives, long first, Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        long turn = first;
        while (System.nanoTime() < end) {
            contender.commit(lives.turn(turn++));
        }
        return turn;
    }
}
