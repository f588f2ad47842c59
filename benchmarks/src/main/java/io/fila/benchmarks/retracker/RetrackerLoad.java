package io.fila.benchmarks.retracker;

import io.fila.benchmarks.contender.ChildProcess;
import io.fila.benchmarks.contender.FreePort;
import io.fila.benchmarks.contender.Memory;
import io.fila.benchmarks.retracker.FakeTracker.Manner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The retracker under load, in a process of its own: 5,000 announces a second over HTTP and 10,000 over UDP, for 100,000
 * torrents, with 20 forwarders of which some behave badly. Says what came of the announces, and what its memory did.
 */
public final class RetrackerLoad {
    private static final Pattern READY = Pattern.compile("ready on HTTP port (\\d+)");
    private static final double SECOND_MILLIS = 1_000;

    private RetrackerLoad() {}

    public static void run(String[] args) throws IOException, InterruptedException {
        LoadOptions options = LoadOptions.parse(List.of(args));
        Path directory = Files.createTempDirectory(Files.createDirectories(options.directory()), "retracker-bench-");
        FirstAsked firstAsked = new FirstAsked(options.hashes());
        try (FakeTrackers trackers =
                new FakeTrackers(options.forwarders(), options.bad(), options.hanging(), firstAsked)) {
            Path file = Files.writeString(directory.resolve("retracker.toml"), toml(options, directory, trackers));
            ChildProcess retracker = ChildProcess.start(
                    directory,
                    List.of(launcher(), "retracker", "--config", file.toString()),
                    // Runs what was built: the benchmark was started from there.
                    Map.of("FILA_BUILD", "never"));
            try {
                int port = Integer.parseInt(retracker.awaitLine(READY));
                measure(options, retracker, trackers, firstAsked, port);
            } finally {
                retracker.close();
            }
        }
    }

    private static String launcher() {
        String launcher = System.getenv("FILA_LAUNCHER");
        if (launcher == null) {
            throw new IllegalArgumentException(
                    "Expected FILA_LAUNCHER to name the launcher; say `fila bench retracker`.");
        }
        return launcher;
    }

    private static String toml(LoadOptions options, Path directory, FakeTrackers trackers) throws IOException {
        // The two ports are the same, so that one number is enough to reach both.
        int port = FreePort.number();
        return "listen = \"127.0.0.1:" + port + "\"\nudp_listen = \"127.0.0.1:" + port + "\"\ndata_dir = \""
                + directory.resolve("data") + "\"\n" + options.settings().replace(";", "\n") + "\n" + trackers.toml();
    }

    private static void measure(
            LoadOptions options, ChildProcess retracker, FakeTrackers trackers, FirstAsked firstAsked, int port)
            throws IOException, InterruptedException {
        Load load = Load.start(options, port, firstAsked);
        System.out.println("| after | heap after collection | resident | processors | jobs done by forwarders |");
        System.out.println("|---|---|---|---|---|");
        sleepUntil(System.nanoTime() + options.warmUp().toNanos());
        long begin = System.nanoTime();
        long end = begin + options.time().toNanos();
        double cpuBefore = retracker.cpuSeconds();
        for (long next = begin; next <= end; next += options.sample().toNanos()) {
            sleepUntil(next);
            double seconds = (System.nanoTime() - begin) / 1e9;
            Memory memory = Memory.of(retracker.pid());
            System.out.printf(
                    Locale.ROOT,
                    "| %.0f s | %d MB | %d MB | %.2f | %d |%n",
                    seconds,
                    memory.heapBytes() >> 20,
                    memory.residentMegabytes(),
                    (retracker.cpuSeconds() - cpuBefore) / Math.max(1, seconds),
                    trackers.asked(Manner.ANSWERS));
        }
        load.join();
        double seconds = options.time().toMillis() / SECOND_MILLIS;
        System.out.println();
        System.out.println(
                "| announces | a second | with peers | turned away | lost | broken | median | 99 % | 99.9 % |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        row("HTTP, kept connections", load.http(), seconds);
        row("UDP", load.udp(), seconds);
        System.out.printf(
                Locale.ROOT,
                "%nForwarders were asked: %d that answer, %d that hang, %d that are busy, %d that talk garbage%n",
                trackers.asked(Manner.ANSWERS),
                trackers.asked(Manner.HANGS),
                trackers.asked(Manner.IS_BUSY),
                trackers.asked(Manner.TALKS_GARBAGE));
        System.out.printf(
                Locale.ROOT,
                "Those that answer were asked about a torrent, after its first announce: %d times, median %.0f ms, 99 %% %.0f ms, at most %.0f ms%n",
                firstAsked.count(),
                firstAsked.millis(50),
                firstAsked.millis(99),
                firstAsked.millis(100));
    }

    private static void row(String name, Tally tally, double seconds) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %d | %d | %d | %d | %.1f ms | %.1f ms | %.1f ms |%n",
                name,
                tally.heard() / seconds,
                tally.answered(),
                tally.turnedAway(),
                tally.lost(),
                tally.brokenCount(),
                tally.millis(50),
                tally.millis(99),
                tally.millis(99.9));
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }
}
