package io.fila.benchmarks.retracker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * How the retracker is loaded.
 *
 * @param warmUp the same load before, of which nothing is counted: a fresh JVM needs it
 * @param sample how often its memory is looked at, after a collection of garbage; that pauses it
 * @param httpRate announces a second on kept connections
 * @param udpRate announces a second in packets
 * @param hashes torrents that are announced, each by three clients
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
        Path directory,
        String settings) {

    static LoadOptions parse(List<String> args) {
        Duration warmUp = Duration.ofSeconds(20);
        Duration time = Duration.ofMinutes(1);
        Duration sample = Duration.ofMinutes(1);
        int http = 5_000;
        int udp = 10_000;
        int hashes = 100_000;
        int forwarders = 20;
        Path directory = Path.of("target", "bench");
        String settings = "";
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
                case "--sample" -> sample = Duration.ofSeconds(Long.parseLong(value));
                case "--http" -> http = Integer.parseInt(value);
                case "--udp" -> udp = Integer.parseInt(value);
                case "--hashes" -> hashes = Integer.parseInt(value);
                case "--forwarders" -> forwarders = Integer.parseInt(value);
                case "--data-dir" -> directory = Path.of(value);
                case "--set" -> settings = value;
                default -> throw wrong(option);
            }
        }
        return new LoadOptions(warmUp, time, sample, http, udp, hashes, forwarders, directory, settings);
    }

    private static IllegalArgumentException wrong(String option) {
        return new IllegalArgumentException(
                "Expected --warm-up SECONDS, --seconds N, --sample SECONDS, --http RATE, --udp RATE, --hashes N,"
                        + " --forwarders N, --data-dir DIR or --set \"KEY = VALUE; …\" but found " + option);
    }
}
