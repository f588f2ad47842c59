package io.fila.benchmarks.whole;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How the benchmark of the whole runs.
 *
 * @param warmUp of the client, with a broker that is not measured
 * @param time for each workload
 * @param thorough whether the largest backlogs and numbers of keys are measured too
 * @param directory where the brokers keep their data
 * @param output where the figures and pictures go
 * @param peers which others are measured
 * @param only the workloads to measure; with any, scripts, plain calls and growth are left out
 * @param without of {@code group}, {@code os}, {@code unary}, {@code script} and {@code growth}
 */
record WholeOptions(
        Duration warmUp,
        Duration time,
        boolean thorough,
        Path directory,
        Path output,
        List<String> peers,
        Set<Workload> only,
        List<String> without) {
    static final Set<String> ALL_PEERS = Set.of("nats", "redis", "kafka", "artemis", "rabbitmq");
    private static final Set<String> BESIDE_WORKLOADS = Set.of("unary", "script", "growth");
    private static final Path SCRATCH = Path.of("target", "bench");

    static WholeOptions parse(List<String> args) {
        boolean quick = args.contains("--quick");
        Duration warmUp = Duration.ofSeconds(quick ? 4 : 8);
        Duration time = Duration.ofSeconds(quick ? 2 : 5);
        Path directory = SCRATCH;
        Path output = SCRATCH;
        List<String> peers = List.of();
        Set<Workload> only = Set.of();
        List<String> without = new ArrayList<>();
        Iterator<String> rest =
                args.stream().filter(each -> !each.equals("--quick")).iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            if (!rest.hasNext()) {
                throw wrong(option);
            }
            String value = rest.next();
            switch (option) {
                case "--warm-up" -> warmUp = Duration.ofSeconds(Long.parseLong(value));
                case "--seconds" -> time = Duration.ofSeconds(Long.parseLong(value));
                case "--data-dir" -> directory = Path.of(value);
                case "--output" -> output = Path.of(value);
                case "--peers" -> peers = peers(value);
                case "--only" -> only = workloads(value);
                case "--without" -> without.add(value);
                default -> throw wrong(option);
            }
        }
        return new WholeOptions(warmUp, time, !quick, directory, output, peers, only, List.copyOf(without));
    }

    private static List<String> peers(String value) {
        List<String> peers = List.of(value.split(",", -1));
        for (String peer : peers) {
            if (!ALL_PEERS.contains(peer)) {
                throw wrong("--peers " + value);
            }
        }
        return peers;
    }

    /** By name, or by the part of it that several share: {@code w1}, {@code w2-bounded}, {@code w4}. */
    private static Set<Workload> workloads(String value) {
        Set<Workload> workloads = EnumSet.noneOf(Workload.class);
        for (String word : value.split(",", -1)) {
            List<Workload> exact = Stream.of(Workload.values())
                    .filter(each -> each.option().equals(word))
                    .toList();
            List<Workload> found = !exact.isEmpty()
                    ? exact
                    : Stream.of(Workload.values())
                            .filter(each -> each.option().startsWith(word + "-"))
                            .toList();
            if (found.isEmpty()) {
                throw wrong("--only " + value);
            }
            workloads.addAll(found);
        }
        return workloads;
    }

    boolean wants(String part) {
        return !without.contains(part) && (only.isEmpty() || !BESIDE_WORKLOADS.contains(part));
    }

    boolean wants(Workload workload) {
        return only.isEmpty() || only.contains(workload);
    }

    private static IllegalArgumentException wrong(String option) {
        return new IllegalArgumentException("Expected --quick, --peers with some of nats,redis,kafka,artemis,rabbitmq,"
                + " --warm-up SECONDS, --seconds SECONDS, --data-dir DIR, --output DIR,"
                + " --only with some of w1,w1b,w1c,w2,w2-bounded,w3,w4,w5,w1-cold,w2-cold,w3-cold or"
                + " --without group|os|unary|script|growth but found " + option);
    }
}
