package io.fila.benchmarks.cluster;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.whole.SideBySide;
import io.fila.benchmarks.whole.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a cluster of three nodes on this machine does: enqueuing with many and with few messages outstanding, and whole lives of
 * messages. The client is connected to the node that leads the queue; the processor time is that of all nodes. With the launchers of
 * other builds their clusters are measured in turns with it.
 */
final class ClusterCost {
    /** What a few clients that wait for each answer have under way. */
    private static final int FEW = 16;

    private ClusterCost() {}

    /** {@code [ROUNDS [SECONDS [LAUNCHER…]]]}. */
    static void run(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        Duration time = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 3);
        Deque<Closing> open = new ArrayDeque<>();
        try {
            SideBySide sides = new SideBySide();
            add(sides, FilaProcess.launcher(), "this build", open);
            for (int i = 2; i < args.length; i++) {
                add(sides, Path.of(args[i]), args[i], open);
            }
            sides.run(rounds, time);
            sides.report();
        } finally {
            while (!open.isEmpty()) {
                open.pop().close();
            }
        }
    }

    private static void add(SideBySide sides, Path launcher, String name, Deque<Closing> open) throws IOException {
        FilaNodes nodes = FilaNodes.start(launcher);
        open.push(nodes);
        Workloads workloads = new Workloads(new FilaCluster(nodes, true));
        sides.add("W1", name, workloads::enqueue);
        sides.add("W1/" + FEW, name, turn -> workloads.enqueue(turn, Workloads.PAYLOAD_BYTES, FEW));
        sides.add("W1c", name, turn -> workloads.enqueue(turn, Workloads.PAYLOAD_BYTES, 1));
        sides.add("W2", name, workloads::lives);
    }
}
