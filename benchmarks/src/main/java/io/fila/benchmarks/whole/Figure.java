package io.fila.benchmarks.whole;

import java.util.Locale;

/**
 * One figure of one contender.
 *
 * @param workload as {@link Workload} or a measurement of our own calls it
 * @param unit of the value: {@code /s}, {@code ms}, {@code MB} or {@code B}
 * @param brokerMicros processor time of the broker a message; NaN where that says nothing
 * @param clientMicros the same of the client
 */
public record Figure(
        String contender,
        String durability,
        String workload,
        double value,
        String unit,
        double brokerMicros,
        double clientMicros) {
    public static Figure of(String contender, String durability, String workload, Throughput throughput) {
        return new Figure(
                contender,
                durability,
                workload,
                throughput.perSecond(),
                "/s",
                throughput.brokerMicros(),
                throughput.clientMicros());
    }

    public static Figure of(String contender, String durability, String workload, double value, String unit) {
        return new Figure(contender, durability, workload, value, unit, Double.NaN, Double.NaN);
    }

    /** As an object. */
    public String json() {
        return String.format(
                Locale.ROOT,
                "    {\"contender\": %s, \"durability\": %s, \"workload\": %s, \"value\": %.3f, \"unit\": %s,"
                        + " \"brokerMicros\": %s, \"clientMicros\": %s}",
                Json.quoted(contender),
                Json.quoted(durability),
                Json.quoted(workload),
                value,
                Json.quoted(unit),
                Json.number(brokerMicros),
                Json.number(clientMicros));
    }

    /** The contender with its durability. */
    public String column() {
        return contender + ", " + durability;
    }
}
