package io.fila.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** When and where something was measured. */
public record Circumstances(Instant at, int cores, String java, double loadAverage) {
    public static Circumstances now() {
        return new Circumstances(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version().toString(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** The members of a JSON object, without braces. */
    public String json() {
        return String.format(
                Locale.ROOT,
                "\"measuredAt\": \"%s\", \"cores\": %d, \"java\": \"%s\", \"loadAverage\": %.2f",
                at,
                cores,
                java,
                loadAverage);
    }
}
