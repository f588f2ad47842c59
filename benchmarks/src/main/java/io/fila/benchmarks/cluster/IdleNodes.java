package io.fila.benchmarks.cluster;

import io.fila.benchmarks.contender.FilaProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What the nodes of a cluster cost that have six queues and nothing to do. */
final class IdleNodes {
    private static final int QUEUES = 6;

    /** By then the launcher's JVM has given back what it needed only to start. */
    private static final Duration AFTER = Duration.ofSeconds(40);

    private IdleNodes() {}

    /** {@code [SECONDS]}: how long the processor time is measured. */
    static void run(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        try (FilaNodes nodes = FilaNodes.start(FilaProcess.launcher())) {
            for (int queue = 0; queue < QUEUES; queue++) {
                nodes.client(1).createQueue("idle-" + queue);
            }
            Thread.sleep(AFTER);
            List<Double> before =
                    nodes.processes().stream().map(FilaProcess::cpuSeconds).toList();
            Thread.sleep(Duration.ofSeconds(seconds));
            for (int i = 0; i < FilaNodes.COUNT; i++) {
                FilaProcess process = nodes.processes().get(i);
                System.out.printf(
                        Locale.ROOT,
                        "node %d, process %d: %d MB resident, %.1f %% of a core%n",
                        i + 1,
                        process.pid(),
                        process.resident().megabytes(),
                        100 * (process.cpuSeconds() - before.get(i)) / seconds);
            }
        }
    }
}
