package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a change did to the speed of a single broker: this build beside others, or beside itself with other flags of the JVM, in turns.
 * Two runs of the whole benchmark, one before the change and one after it, differ by more than most changes do.
 */
public final class BuildCost {
    private static final String DURABILITY = "os";
    private static final String FLAGS = "-";
    private static final Path SCRATCH = Path.of("target", "bench");

    private BuildCost() {}

    /** {@code builds [ROUNDS [SECONDS [LAUNCHER|FLAGS…]]]}. */
    public static void run(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        Duration time = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 5);
        Map<String, FilaProcess> brokers = new LinkedHashMap<>();
        Deque<Closing> open = new ArrayDeque<>();
        try {
            SideBySide sides = new SideBySide();
            brokers.put("this build", FilaProcess.start(FilaProcess.launcher(), SCRATCH, DURABILITY));
            for (int i = 2; i < args.length; i++) {
                brokers.put(args[i], start(args[i]));
            }
            brokers.forEach((name, broker) -> {
                FilaJavaClient client = new FilaJavaClient(broker, DURABILITY);
                open.push(client);
                add(sides, name, new Workloads(client));
            });
            sides.run(rounds, time);
            sides.report();
            brokers.forEach((name, broker) -> System.out.printf(
                    "%-39s %s MB at the most, %s MB now%n",
                    name, broker.resident().peakMegabytes(), broker.resident().megabytes()));
        } finally {
            while (!open.isEmpty()) {
                open.pop().close();
            }
        }
    }

    private static FilaProcess start(String launcherOrFlags) throws IOException {
        return launcherOrFlags.startsWith(FLAGS)
                ? FilaProcess.start(
                        FilaProcess.launcher(), SCRATCH, DURABILITY, Map.of("FILA_JAVA_OPTS", launcherOrFlags))
                : FilaProcess.start(Path.of(launcherOrFlags), SCRATCH, DURABILITY);
    }

    private static void add(SideBySide sides, String name, Workloads workloads) {
        sides.add("W1", name, workloads::enqueue);
        sides.add("W2", name, turn -> workloads.lives(turn, Workloads.UNBOUNDED));
        sides.add("W2 bounded", name, workloads::lives);
        sides.add("W3", name, turn -> workloads.drain(Workloads.DRAINED));
    }
}
