package io.fila.benchmarks.cluster;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.contender.FreePort;
import io.fila.benchmarks.whole.FilaJavaClient;
import io.fila.client.FilaClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Three nodes of ours, each in a process of its own and with a client of its own; the first has founded the cluster. */
final class FilaNodes implements Closing {
    static final int COUNT = 3;

    /** Nodes sync whatever the setting says; a single broker beside them has to be told. */
    static final String DURABILITY = "group";

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final List<FilaProcess> processes = new ArrayList<>();
    private final List<FilaJavaClient> clients = new ArrayList<>();

    private FilaNodes() {}

    /** Starts a cluster, and returns when every node has everything of every shard. */
    static FilaNodes start(Path launcher) throws IOException {
        FilaNodes nodes = new FilaNodes();
        String founder = "127.0.0.1:" + FreePort.number();
        nodes.add(process(launcher, 1, founder, Map.of()));
        while (nodes.processes.size() < COUNT) {
            String bind = "127.0.0.1:" + FreePort.number();
            nodes.add(process(launcher, nodes.processes.size() + 1, bind, Map.of("FILA_CLUSTER__PEERS", founder)));
        }
        nodes.awaitInSync();
        return nodes;
    }

    private static FilaProcess process(Path launcher, int number, String bind, Map<String, String> peers)
            throws IOException {
        Map<String, String> settings = new TreeMap<>(peers);
        settings.put("FILA_CLUSTER__ENABLED", "true");
        settings.put("FILA_CLUSTER__NODE_ID", Integer.toString(number));
        settings.put("FILA_CLUSTER__BIND_ADDR", bind);
        return FilaProcess.start(launcher, Path.of("target", "bench"), DURABILITY, settings);
    }

    private void add(FilaProcess process) {
        processes.add(process);
        clients.add(new FilaJavaClient(process, DURABILITY));
    }

    /** Counts from 1. */
    FilaProcess process(int number) {
        return processes.get(number - 1);
    }

    /** Connected to a node; counts from 1. */
    FilaJavaClient client(int number) {
        return clients.get(number - 1);
    }

    List<FilaProcess> processes() {
        return List.copyOf(processes);
    }

    /** The node that leads a queue. */
    int leaderOf(String queue) {
        return (int) client(1).client().admin().stats(queue).leaderNodeId();
    }

    /** Waits until every node has everything of every shard, and leads are spread. */
    void awaitInSync() {
        await(client -> client.admin().clusterStatus().replicationCount() == COUNT
                && client.admin().clusterStatus().shards().stream()
                                .map(shard -> shard.leaderNodeId())
                                .distinct()
                                .count()
                        == COUNT);
    }

    /** Waits until the first node says so. What fails meanwhile is tried again. */
    void await(Predicate<FilaClient> condition) {
        long begin = System.nanoTime();
        while (!holds(condition)) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new IllegalStateException("Expected the cluster to be in sync within " + PATIENCE
                        + " but it is not: " + client(1).client().admin().clusterStatus());
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private boolean holds(Predicate<FilaClient> condition) {
        try {
            return condition.test(client(1).client());
        } catch (RuntimeException notNow) {
            return false;
        }
    }

    /** Also ends the processes, the founder last. */
    @Override
    public void close() {
        clients.reversed().forEach(FilaJavaClient::close);
    }
}
