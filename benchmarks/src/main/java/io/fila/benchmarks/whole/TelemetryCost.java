package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.FilaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What it costs to count, and to tell of it: brokers that do more and more of it, under the same load. Two do nothing of it: by how
 * much these differ says what a difference is worth.
 */
public final class TelemetryCost {
    private static final String DURABILITY = "os";
    private static final String HTTP = "FILA_SERVER__HTTP_ADDR";
    private static final String RECORDER = "FILA_TELEMETRY__RECORDER_BYTES";
    private static final String ENDPOINT = "FILA_TELEMETRY__OTLP_ENDPOINT";

    /** Nobody is there: what is sent comes to nothing, and all that comes before it is done. */
    private static final String NOBODY = "http://127.0.0.1:1";

    private TelemetryCost() {}

    /** {@code telemetry [ROUNDS [SECONDS]]}. */
    public static void run(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        Duration time = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 3);
        try (FilaFrames silent = open(Map.of(HTTP, "", RECORDER, "0"));
                FilaFrames control = open(Map.of(HTTP, "", RECORDER, "0"));
                FilaFrames counting = open(Map.of(RECORDER, "0"));
                FilaFrames recording = open(Map.of());
                FilaFrames listening = open(Map.of(ENDPOINT, NOBODY));
                FilaFrames tracing = open(Map.of(ENDPOINT, NOBODY, "FILA_TELEMETRY__TRACE_ONE_IN", "100"))) {
            SideBySide sides = new SideBySide()
                    .add("W2", "nothing of it", new Workloads(silent)::lives)
                    .add("W2", "another with nothing of it", new Workloads(control)::lives)
                    .add("W2", "counting", new Workloads(counting)::lives)
                    .add("W2", "flight recorder too: default", new Workloads(recording)::lives)
                    .add("W2", "OTLP too, none is traced", new Workloads(listening)::lives)
                    .add("W2", "OTLP, 1 in 100 is traced", new Workloads(tracing)::lives);
            sides.run(rounds, time);
            sides.report();
        }
    }

    private static FilaFrames open(Map<String, String> settings) throws IOException {
        return new FilaFrames(
                FilaProcess.start(FilaProcess.launcher(), Path.of("target", "bench"), DURABILITY, settings),
                DURABILITY);
    }
}
