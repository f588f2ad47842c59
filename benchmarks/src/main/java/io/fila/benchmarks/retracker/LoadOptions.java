package io.fila.benchmarks.retracker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How the retracker is loaded.
 *
 * @param warmUp the same load before, of which nothing is counted: a fresh JVM needs it
 * @param sample how often its memory is looked at, after a collection of garbage; that pauses it
 * @param httpRate announces a second on kept connections
 * @param udpRate announces a second in packets
 * @param hashes torrents that are announced, each by three clients
 * @param bad forwarders that hang, are busy or talk garbage
 * @param hanging more forwarders that hang
 * @param settings further lines of its file, separated by semicolons
 */
record LoadOptions(
        Duration warmUp,
        Duration time,
        Duration sample,
        int httpRate,
        int udpRate,
        int hashes,
        int forwarders,
        int bad,
        int hanging,
        Path directory,
        String settings) {

    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("--warm-up", "20"),
            Map.entry("--seconds", "60"),
            Map.entry("--sample", "60"),
            Map.entry("--http", "5000"),
            Map.entry("--udp", "10000"),
            Map.entry("--hashes", "100000"),
            Map.entry("--forwarders", "20"),
            Map.entry("--bad", "3"),
            Map.entry("--hanging", "0"),
            Map.entry("--data-dir", "target/bench"),
            Map.entry("--set", ""));

    static LoadOptions parse(List<String> args) {
        Map<String, String> given = new HashMap<>(DEFAULTS);
        for (int i = 0; i < args.size(); i += 2) {
            if (!DEFAULTS.containsKey(args.get(i)) || i + 1 == args.size()) {
                throw wrong(args.get(i));
            }
            given.put(args.get(i), args.get(i + 1));
        }
        return new LoadOptions(
                seconds(given, "--warm-up"),
                seconds(given, "--seconds"),
                seconds(given, "--sample"),
                number(given, "--http"),
                number(given, "--udp"),
                number(given, "--hashes"),
                number(given, "--forwarders"),
                number(given, "--bad"),
                number(given, "--hanging"),
                Path.of(text(given, "--data-dir")),
                text(given, "--set"));
    }

    private static Duration seconds(Map<String, String> given, String name) {
        return Duration.ofSeconds(number(given, name));
    }

    private static int number(Map<String, String> given, String name) {
        return Integer.parseInt(text(given, name));
    }

    private static String text(Map<String, String> given, String name) {
        return Objects.requireNonNull(given.get(name));
    }

    private static IllegalArgumentException wrong(String option) {
        return new IllegalArgumentException(
                "Expected --warm-up SECONDS, --seconds N, --sample SECONDS, --http RATE, --udp RATE, --hashes N,"
                        + " --forwarders N, --bad N, --hanging N, --data-dir DIR or --set \"KEY = VALUE; …\" but found "
                        + option);
    }
}
