package io.fila.benchmarks.fairness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the benchmark of fairness runs.
 *
 * @param warmUp of each broker, after its first case was measured cold
 * @param time in which a case is measured
 * @param cases what the names of the cases to run contain
 * @param large whether cases with millions of messages run
 * @param directory where the brokers keep their data
 * @param json the file for programs to read
 * @param pictures the directory for the curves
 * @param older the launcher of another checkout, to measure that too
 * @param earlier what an earlier part of the same run wrote, to be completed
 * @param without contenders that are left out: {@code nats}, {@code fifo}, {@code apart}
 */
record FairnessOptions(
        Duration warmUp,
        Duration time,
        Pattern cases,
        boolean large,
        Path directory,
        Path json,
        Path pictures,
        @Nullable Path older,
        @Nullable Path earlier,
        List<String> without) {
    private static final Pattern EVERYTHING = Pattern.compile("");
    private static final Path SCRATCH = Path.of("target", "bench");
    private static final Path PUBLISHED = Path.of("docs", "benchmarks");

    static FairnessOptions parse(List<String> args) {
        boolean quick = args.contains("--quick");
        Duration warmUp = Duration.ofSeconds(quick ? 3 : 10);
        Duration time = Duration.ofSeconds(quick ? 3 : 10);
        Pattern cases = EVERYTHING;
        Path directory = SCRATCH;
        Path json = null;
        Path pictures = null;
        Path older = null;
        Path earlier = null;
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
                case "--cases" -> cases = Pattern.compile(value);
                case "--data-dir" -> directory = Path.of(value);
                case "--json" -> json = Path.of(value);
                case "--svg" -> pictures = Path.of(value);
                case "--launcher" -> older = Path.of(value);
                case "--after" -> earlier = Path.of(value);
                case "--without" -> without.add(value);
                default -> throw wrong(option);
            }
        }
        // Part of a run must not take the place of a whole one that was published.
        boolean whole = !quick && without.isEmpty() && cases == EVERYTHING;
        Path output = whole ? PUBLISHED : SCRATCH;
        return new FairnessOptions(
                warmUp,
                time,
                cases,
                !quick,
                directory,
                json == null ? output.resolve("fairness.json") : json,
                pictures == null ? output : pictures,
                older,
                earlier,
                List.copyOf(without));
    }

    boolean wants(String contender) {
        return !without.contains(contender);
    }

    boolean covers(String name) {
        return cases.matcher(name).find();
    }

    private static IllegalArgumentException wrong(String option) {
        return new IllegalArgumentException("Expected --quick, --warm-up SECONDS, --seconds SECONDS, --cases PATTERN,"
                + " --launcher FILE, --after FILE, --data-dir DIR, --json FILE, --svg DIR or --without nats|fifo|apart but found "
                + option);
    }
}
