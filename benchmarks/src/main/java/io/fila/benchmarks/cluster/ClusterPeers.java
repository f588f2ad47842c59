package io.fila.benchmarks.cluster;

import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.contender.NatsJetStream;
import io.fila.benchmarks.contender.PeerJars;
import io.fila.benchmarks.peers.RabbitMq;
import io.fila.benchmarks.whole.Figure;
import io.fila.benchmarks.whole.FilaJavaClient;
import io.fila.benchmarks.whole.Throughput;
import io.fila.benchmarks.whole.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Clusters of three nodes side by side: ours, RabbitMQ's and those of NATS, and our single broker. All are there all the time, and are
 * loaded by turns.
 */
final class ClusterPeers {
    private static final Path SCRATCH = Path.of("target", "bench");

    /** What a few clients that wait for each answer have under way. */
    private static final int FEW = 16;

    private static final Duration REST = Duration.ofSeconds(20);
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final double NANOS_PER_MILLI = 1e6;

    /** Two, because the first two contenders are the same processes, which would be warmer than the others after one. */
    private static final int WARM_UPS = 2;

    private final List<Contender> contenders = new ArrayList<>();
    private final Map<String, Load> loads = new LinkedHashMap<>();
    private final List<Figure> turns = new ArrayList<>();

    private interface Load {
        List<Figure> run(Contender contender, Workloads workloads) throws Exception;
    }

    private interface Measuring {
        Throughput run(Workloads workloads) throws Exception;
    }

    private ClusterPeers(Duration time) {
        add("W1", workloads -> workloads.enqueue(time));
        add("W1, 16 outstanding", workloads -> workloads.enqueue(time, Workloads.PAYLOAD_BYTES, FEW));
        add("W1c", workloads -> workloads.enqueue(time, Workloads.PAYLOAD_BYTES, 1));
        add("W2", workloads -> workloads.lives(time, Workloads.UNBOUNDED));
        add("W2 bounded", workloads -> workloads.lives(time, Workloads.ALIVE));
        loads.put("W4", (contender, workloads) -> latency(contender, workloads.trickle(time)));
    }

    private void add(String workload, Measuring measuring) {
        loads.put(
                workload,
                (contender, workloads) -> List.of(
                        Figure.of(contender.name(), contender.durability(), workload, measuring.run(workloads))));
    }

    private static List<Figure> latency(Contender contender, Histogram latency) {
        return List.of(
                Figure.of(
                        contender.name(),
                        contender.durability(),
                        "W4 p50",
                        latency.getValueAtPercentile(50) / NANOS_PER_MILLI,
                        "ms"),
                Figure.of(
                        contender.name(),
                        contender.durability(),
                        "W4 p99",
                        latency.getValueAtPercentile(99) / NANOS_PER_MILLI,
                        "ms"));
    }

    /** {@code [ROUNDS [SECONDS [DIRECTORY]]]}: the directory is for the table and the figures. */
    static void run(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Duration time = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 3);
        Path output = args.length > 2 ? Path.of(args[2]) : SCRATCH;
        ClusterPeers peers = new ClusterPeers(time);
        long begin = System.nanoTime();
        try {
            peers.start(FilaProcess.launcher());
            peers.measure(rounds);
        } finally {
            peers.contenders.reversed().forEach(Contender::close);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        ClusterReport report = new ClusterReport(Medians.of(peers.turns), peers.settings(), rounds, time, took);
        System.out.print(report.text());
        Files.createDirectories(output);
        Files.writeString(output.resolve("cluster-table.md"), report.page());
        Files.writeString(output.resolve("cluster.json"), report.json());
    }

    private void start(Path launcher) throws Exception {
        FilaNodes nodes = FilaNodes.start(launcher);
        contenders.add(new FilaCluster(nodes, true));
        contenders.add(new FilaCluster(nodes, false));
        contenders.add(
                new FilaJavaClient(FilaProcess.start(launcher, SCRATCH, FilaNodes.DURABILITY), FilaNodes.DURABILITY));
        PeerJars jars = PeerJars.of(launcher, "rabbitmq");
        contenders.add(jars.load("RabbitMq").start(RabbitMq.CLUSTER, SCRATCH, jars.jars()));
        Path nats = NatsJetStream.programThatSyncs(launcher);
        contenders.add(NatsJetStream.startCluster(nats, SCRATCH, true));
        contenders.add(NatsJetStream.startCluster(nats, SCRATCH, false));
    }

    private void measure(int rounds) throws Exception {
        List<Workloads> workloads = contenders.stream().map(Workloads::new).toList();
        idle();
        for (int round = -WARM_UPS; round < rounds; round++) {
            System.err.println(round < 0 ? "Warming up …" : "Round " + (round + 1) + " of " + rounds + " …");
            for (Load load : loads.values()) {
                for (int i = 0; i < contenders.size(); i++) {
                    int turn = Math.floorMod(round + i, contenders.size());
                    List<Figure> figures = load.run(contenders.get(turn), workloads.get(turn));
                    if (round >= 0) {
                        turns.addAll(figures);
                    }
                }
            }
        }
        for (Contender each : contenders) {
            memory(each, "loaded, all nodes", each.resident().peakMegabytes());
        }
    }

    private void idle() throws InterruptedException {
        Thread.sleep(REST);
        List<Double> before =
                contenders.stream().map(Contender::brokerCpuSeconds).toList();
        Thread.sleep(IDLE);
        for (int i = 0; i < contenders.size(); i++) {
            Contender each = contenders.get(i);
            memory(each, "idle, all nodes", each.resident().megabytes());
            turns.add(Figure.of(
                    each.name(),
                    each.durability(),
                    "idle, of a core",
                    100 * (each.brokerCpuSeconds() - before.get(i)) / IDLE.toSeconds(),
                    "%"));
        }
    }

    private void memory(Contender contender, String when, long megabytes) {
        turns.add(Figure.of(contender.name(), contender.durability(), when, (double) megabytes, "MB"));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        contenders.forEach(each -> settings.put(each.name() + ", " + each.durability(), each.settings()));
        return settings;
    }
}
