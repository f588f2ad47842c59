package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.contender.NatsJetStream;
import io.fila.benchmarks.contender.Peer;
import io.fila.benchmarks.contender.PeerJars;
import io.fila.benchmarks.contender.Resident;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A program that measures the whole broker in both durabilities, and others on the same machine in the same run. */
public final class WholeBench {
    private static final List<String> DURABILITIES = List.of("os", "group");
    private static final double NANOS_PER_MILLI = 1e6;

    private final WholeOptions options;
    private final Path launcher;
    private final List<Figure> figures = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();

    private interface Opening {
        Contender open() throws Exception;
    }

    private WholeBench(WholeOptions options, Path launcher) {
        this.options = options;
        this.launcher = launcher;
    }

    public static void run(String[] args) throws Exception {
        new WholeBench(WholeOptions.parse(List.of(args)), FilaProcess.launcher()).run();
    }

    private void run() throws Exception {
        long begin = System.nanoTime();
        for (String durability : DURABILITIES) {
            if (options.wants(durability)) {
                measure(() -> new FilaJavaClient(start(durability), durability));
            }
        }
        if (options.wants("unary")) {
            measurePlainCalls();
        }
        for (String peer : options.peers()) {
            measurePeer(peer);
        }
        if (options.wants("script")) {
            measureScript();
        }
        List<GrowthPoint> growth = options.wants("growth") ? measureGrowth() : List.of();
        Report report = new Report(figures, settings, missing, growth, Duration.ofNanos(System.nanoTime() - begin));
        System.out.print(report.text());
        Files.createDirectories(options.output());
        Files.writeString(options.output().resolve("performance.json"), report.json());
        Files.writeString(options.output().resolve("performance.svg"), new Bars(figures).svg());
        System.out.println("As JSON and SVG: " + options.output().resolve("performance.*"));
    }

    private FilaProcess start(String durability) throws IOException {
        return FilaProcess.start(launcher, options.directory(), durability);
    }

    /** A peer that can't be had is named, and the others are measured. */
    private void measurePeer(String name) {
        try {
            if (name.equals("nats")) {
                Path program = NatsJetStream.program();
                measure(() -> NatsJetStream.start(program, options.directory()));
                return;
            }
            PeerJars jars = PeerJars.of(launcher, name);
            Peer peer = jars.load(className(name));
            // Kafka's client looks for its classes there.
            Thread.currentThread().setContextClassLoader(peer.getClass().getClassLoader());
            for (String variant : peer.variants()) {
                measure(() -> peer.start(variant, options.directory(), jars.jars()));
            }
        } catch (Exception | LinkageError failure) {
            System.err.println("Not measured: " + name + ", because of " + failure);
            missing.add(name + ": " + failure.getMessage());
        } finally {
            Thread.currentThread().setContextClassLoader(WholeBench.class.getClassLoader());
        }
    }

    private static String className(String peer) {
        return switch (peer) {
            case "redis" -> "RedisStreams";
            case "kafka" -> "Kafka";
            case "artemis" -> "Artemis";
            case "rabbitmq" -> "RabbitMq";
            default -> throw new IllegalArgumentException("Expected a peer but found " + peer);
        };
    }

    private void measure(Opening opening) throws Exception {
        try (Contender contender = opening.open()) {
            say(contender, "warming its client up");
            Workloads workloads = new Workloads(contender);
            Throughput _ = workloads.lives(options.warmUp().dividedBy(2));
            Throughput _ = workloads.enqueue(options.warmUp().dividedBy(2));
        }
        try (Contender contender = opening.open()) {
            settings.put(contender.name() + ", " + contender.durability(), contender.settings());
            measure(contender);
        }
    }

    private void measure(Contender contender) throws Exception {
        Workloads workloads = new Workloads(contender);
        Duration time = options.time();
        add(contender, Workload.W5_IDLE, (double) contender.resident().megabytes());
        say(contender, "measuring it cold");
        measure(contender, Workload.W1_COLD, () -> workloads.enqueue(time));
        measure(contender, Workload.W2_COLD, () -> workloads.lives(time, Workloads.UNBOUNDED));
        say(contender, "measuring");
        measure(contender, Workload.W1, () -> workloads.enqueue(time));
        measure(contender, Workload.W1B, () -> workloads.enqueue(time, Workloads.SMALL_BYTES, Workloads.OUTSTANDING));
        measure(contender, Workload.W2, () -> workloads.lives(time, Workloads.UNBOUNDED));
        measure(contender, Workload.W2_BOUNDED, () -> workloads.lives(time, Workloads.ALIVE));
        measure(contender, Workload.W3_COLD, () -> workloads.drain(Workloads.DRAINED));
        measure(contender, Workload.W3, () -> workloads.medianDrain(Workloads.DRAINED));
        measure(contender, Workload.W1C, () -> workloads.enqueue(time, Workloads.PAYLOAD_BYTES, 1));
        if (options.wants(Workload.W4_P50) || options.wants(Workload.W4_P99)) {
            Histogram latency = workloads.trickle(time);
            add(contender, Workload.W4_P50, latency.getValueAtPercentile(50) / NANOS_PER_MILLI);
            add(contender, Workload.W4_P99, latency.getValueAtPercentile(99) / NANOS_PER_MILLI);
        }
        Resident resident = contender.resident();
        add(contender, Workload.W5_PEAK, (double) resident.peakMegabytes());
        add(contender, Workload.W5_AFTER, (double) resident.megabytes());
    }

    private interface Measuring {
        Throughput run() throws Exception;
    }

    private void measure(Contender contender, Workload workload, Measuring measuring) throws Exception {
        if (options.wants(workload)) {
            figures.add(Figure.of(contender.name(), contender.durability(), workload.title(), measuring.run()));
        }
    }

    /** The plain contract, one call for each message and each ack: what clients without streams get. */
    private void measurePlainCalls() throws Exception {
        try (FilaUnary plain = new FilaUnary(start("os"), "os")) {
            settings.put(plain.name() + ", " + plain.durability(), plain.settings());
            say(plain, "measuring");
            Workloads workloads = new Workloads(plain);
            Throughput _ = workloads.lives(options.warmUp());
            measure(plain, Workload.W1, () -> workloads.enqueue(options.time()));
            measure(plain, Workload.W2, () -> workloads.lives(options.time(), Workloads.UNBOUNDED));
            measure(plain, Workload.W2_BOUNDED, () -> workloads.lives(options.time(), Workloads.ALIVE));
        }
    }

    /** W6: lives of messages whose tenant, weight and limit a script says. */
    private void measureScript() throws Exception {
        try (FilaJavaClient fila = new FilaJavaClient(start("os"), "os")) {
            say(fila, "measuring scripts");
            Scripted scripted = new Scripted(fila);
            Throughput _ = scripted.lives(options.warmUp());
            figures.add(Figure.of(fila.name(), fila.durability(), Scripted.TITLE, scripted.lives(options.time())));
        }
    }

    /** W8. Each queue has a dead letter queue, so the largest number of queues is more than a broker allows by default. */
    private List<GrowthPoint> measureGrowth() throws Exception {
        Map<String, String> limits = Map.of("FILA_LIMITS__QUEUES", "100000");
        FilaProcess broker = FilaProcess.start(launcher, options.directory(), "os", limits);
        try (FilaJavaClient fila = new FilaJavaClient(broker, "os")) {
            say(fila, "measuring how its cost grows");
            Throughput _ = new Workloads(fila).lives(options.warmUp());
            return new Growth(fila, options.time(), options.thorough()).measure();
        }
    }

    /** A figure that is no throughput: megabytes, or milliseconds. */
    private void add(Contender contender, Workload workload, double value) {
        if (options.wants(workload)) {
            String unit = workload.option().startsWith("w5") ? "MB" : "ms";
            figures.add(Figure.of(contender.name(), contender.durability(), workload.title(), value, unit));
        }
    }

    private static void say(Contender contender, String what) {
        System.err.printf(Locale.ROOT, "%s, %s: %s …%n", contender.name(), contender.durability(), what);
    }
}
