package io.fila.benchmarks.quick;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * How the quick benchmark runs.
 *
 * @param warmUp before each contender is measured; a fresh pair of JVMs needs it
 * @param time for each workload
 * @param directory where the brokers keep their data
 * @param json the file for programs to read
 * @param without contenders and durabilities that are left out: {@code nats}, {@code frames}, {@code client}, {@code group},
 *     {@code os}
 */
record QuickOptions(Duration warmUp, Duration time, int rounds, Path directory, Path json, List<String> without) {
    static QuickOptions parse(List<String> args) {
        Duration warmUp = Duration.ofSeconds(15);
        Duration time = Duration.ofSeconds(10);
        int rounds = 1;
        Path directory = Path.of("target", "bench");
        Path json = Path.of("target", "bench", "quick.json");
        List<String> without = new ArrayList<>();
        Iterator<String> rest = args.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            if (!rest.hasNext()) {
                throw wrong(option);
            }
            String value = rest.next();
            switch (option) {
                case "--warm-up" -> warmUp = Duration.ofSeconds(Long.parseLong(value));
                case "--seconds" -> time = Duration.ofSeconds(Long.parseLong(value));
                case "--rounds" -> rounds = Integer.parseInt(value);
                case "--data-dir" -> directory = Path.of(value);
                case "--json" -> json = Path.of(value);
                case "--without" -> without.add(value);
                default -> throw wrong(option);
            }
        }
        return new QuickOptions(warmUp, time, rounds, directory, json, List.copyOf(without));
    }

    boolean wants(String contender) {
        return !without.contains(contender);
    }

    private static IllegalArgumentException wrong(String option) {
        return new IllegalArgumentException("Expected --warm-up SECONDS, --seconds SECONDS, --rounds N, --data-dir DIR,"
                + " --json FILE or --without nats|frames|client|group|os but found " + option);
    }
}
