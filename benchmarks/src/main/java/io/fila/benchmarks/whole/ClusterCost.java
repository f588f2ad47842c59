package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.contender.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a cluster of three nodes on this machine does: enqueuing with many and with few messages outstanding, and whole lives of
 * messages. The client is connected to the node that leads; the processor time is that of this node. With the launchers of other
 * builds their clusters are measured in turns with it.
 */
public final class ClusterCost {
    private static final String DURABILITY = "group";
    private static final int NODES = 3;

    /** What a few clients that wait for each answer have under way. */
    private static final int FEW = 16;

    private ClusterCost() {}

    /** {@code cluster [ROUNDS [SECONDS [LAUNCHER…]]]}. */
    public static void run(String[] args) throws Exception {
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
        String founder = "127.0.0.1:" + FreePort.number();
        FilaProcess leader = node(launcher, 1, founder, Map.of());
        FilaJavaClient client = new FilaJavaClient(leader, DURABILITY);
        open.push(client);
        for (int number = 2; number <= NODES; number++) {
            String bind = "127.0.0.1:" + FreePort.number();
            open.push(node(launcher, number, bind, Map.of("FILA_CLUSTER__PEERS", founder)));
        }
        Workloads workloads = new Workloads(client);
        sides.add("W1", name, workloads::enqueue);
        sides.add("W1/" + FEW, name, turn -> workloads.enqueue(turn, Workloads.PAYLOAD_BYTES, FEW));
        sides.add("W1c", name, turn -> workloads.enqueue(turn, Workloads.PAYLOAD_BYTES, 1));
        sides.add("W2", name, workloads::lives);
    }

    private static FilaProcess node(Path launcher, int number, String bind, Map<String, String> peers)
            throws IOException {
        Map<String, String> settings = new TreeMap<>(peers);
        settings.put("FILA_CLUSTER__ENABLED", "true");
        settings.put("FILA_CLUSTER__NODE_ID", Integer.toString(number));
        settings.put("FILA_CLUSTER__BIND_ADDR", bind);
        return FilaProcess.start(launcher, Path.of("target", "bench"), DURABILITY, settings);
    }
}
