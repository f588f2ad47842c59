package io.fila.benchmarks.quick;

import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.contender.NatsJetStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A program that measures the whole broker in minutes: enqueues (W1), lives of messages (W2) and latency (W4), in both
 * durabilities, and NATS on the same machine in the same run as the ruler.
 */
public final class QuickBench {
    private static final String RULER = "NATS JetStream";
    private static final List<String> DURABILITIES = List.of("group", "os");
    private static final double NANOS_PER_MILLI = 1e6;

    private final QuickOptions options;
    private final Path launcher;
    private final List<Figures> figures = new ArrayList<>();

    private interface Opening {
        Contender open() throws Exception;
    }

    private QuickBench(QuickOptions options, Path launcher) {
        this.options = options;
        this.launcher = launcher;
    }

    public static void run(String[] args) throws Exception {
        QuickOptions options = QuickOptions.parse(List.of(args));
        new QuickBench(options, FilaProcess.launcher()).run();
    }

    private void run() throws Exception {
        for (int round = 0; round < options.rounds(); round++) {
            runRound();
        }
        Report report = new Report(figures, RULER);
        System.out.print(report.table());
        Files.createDirectories(options.json().toAbsolutePath().getParent());
        Files.writeString(options.json(), report.json());
        System.out.println("As JSON: " + options.json());
    }

    private void runRound() throws Exception {
        if (options.wants("nats")) {
            Path nats = NatsJetStream.program();
            measure(() -> NatsJetStream.start(nats, options.directory()));
        }
        for (String durability : DURABILITIES) {
            if (!options.wants(durability)) {
                continue;
            }
            if (options.wants("frames")) {
                measure(() -> new FilaFrames(start(durability), durability));
            }
            if (options.wants("client")) {
                measure(() -> new FilaJavaClient(start(durability), durability));
            }
        }
    }

    private FilaProcess start(String durability) throws IOException {
        return FilaProcess.start(launcher, options.directory(), durability);
    }

    private void measure(Opening opening) throws Exception {
        try (Contender contender = opening.open()) {
            Workloads workloads = new Workloads(contender);
            System.err.printf(
                    Locale.ROOT, "%s, %s: warming up, then measuring …%n", contender.name(), contender.durability());
            var _ = workloads.lives(options.warmUp().dividedBy(2));
            var _ = workloads.enqueue(options.warmUp().dividedBy(2));
            Throughput enqueues = workloads.enqueue(options.time());
            Throughput lives = workloads.lives(options.time());
            Histogram latency = workloads.trickle(options.time());
            figures.add(new Figures(
                    contender.name(),
                    contender.durability(),
                    enqueues,
                    lives,
                    latency.getValueAtPercentile(50) / NANOS_PER_MILLI,
                    latency.getValueAtPercentile(99) / NANOS_PER_MILLI));
        }
    }
}
