package io.fila.benchmarks.whole;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What a figure of ours should be: so many times another in the same run, or a bound.
 *
 * @param ours the contender it is about
 * @param reference the contender it is held against; our own name if against another workload of ours, empty if {@code factor} is
 *     a bound in the figure's own unit
 * @param referenceWorkload what of the other it is held against
 * @param less whether less is better
 */
record Goal(
        String ours,
        String durability,
        Workload workload,
        double factor,
        String reference,
        Workload referenceWorkload,
        boolean less) {
    private static final String FILA = "Fila, Java client";
    private static final String PLAIN = "Fila, plain calls";
    private static final String NATS = "NATS JetStream";
    private static final String REDIS = "Redis everysec";
    private static final String REDIS_ALWAYS = "Redis always";
    private static final String KAFKA = "Kafka";
    private static final String ARTEMIS = "Artemis";

    static final List<Goal> ALL = List.of(
            times("os", Workload.W1, 2, NATS),
            times("os", Workload.W1, 2, REDIS),
            times("os", Workload.W1B, 4, NATS),
            times("os", Workload.W1B, 1, KAFKA),
            times("os", Workload.W2, 2, KAFKA),
            times("os", Workload.W2, 1.5, REDIS),
            times("os", Workload.W3, 2.5, NATS),
            times("os", Workload.W3, 1, KAFKA),
            times("os", Workload.W1C, 1, NATS),
            atMost("os", Workload.W4_P50, 1, NATS),
            times("group", Workload.W1, 2.5, ARTEMIS),
            times("group", Workload.W1B, 3, NATS),
            times("group", Workload.W2, 3, ARTEMIS),
            times("group", Workload.W3, 2, ARTEMIS),
            times("group", Workload.W1C, 1, REDIS_ALWAYS),
            atMost("group", Workload.W4_P50, 1, REDIS_ALWAYS),
            new Goal(PLAIN, "os", Workload.W1, 0.5, NATS, Workload.W1, false),
            new Goal(PLAIN, "os", Workload.W2, 0.7, NATS, Workload.W2, false),
            warm("os", Workload.W1_COLD, Workload.W1),
            warm("os", Workload.W2_COLD, Workload.W2),
            warm("group", Workload.W1_COLD, Workload.W1),
            warm("group", Workload.W2_COLD, Workload.W2),
            bound("os", Workload.W5_IDLE, 130),
            bound("os", Workload.W5_PEAK, 512),
            bound("group", Workload.W5_IDLE, 130),
            bound("group", Workload.W5_PEAK, 512));

    private static Goal times(String durability, Workload workload, double factor, String peer) {
        return new Goal(FILA, durability, workload, factor, peer, workload, false);
    }

    private static Goal atMost(String durability, Workload workload, double factor, String peer) {
        return new Goal(FILA, durability, workload, factor, peer, workload, true);
    }

    private static Goal warm(String durability, Workload cold, Workload warm) {
        return new Goal(FILA, durability, cold, 0.8, FILA, warm, false);
    }

    private static Goal bound(String durability, Workload workload, double most) {
        return new Goal(FILA, durability, workload, most, "", workload, true);
    }

    /** A row of the table; empty if what it is about was not measured. */
    String row(List<Figure> figures) {
        OptionalDouble own = value(figures, ours, durability, workload);
        if (own.isEmpty()) {
            return "";
        }
        OptionalDouble other = reference.isEmpty()
                ? OptionalDouble.of(1)
                : value(figures, reference, reference.equals(ours) ? durability : "", referenceWorkload);
        String goal = String.format(Locale.ROOT, "%s %s %s", less ? "≤" : "≥", number(factor), what());
        if (other.isEmpty()) {
            return String.format(Locale.ROOT, "| %s | %s | %s | – | not measured |%n", title(), durability, goal);
        }
        double found = own.getAsDouble() / other.getAsDouble();
        boolean met = less ? found <= factor : found >= factor;
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s |%n",
                title(),
                durability,
                goal,
                number(found),
                met ? "yes" : "**no**");
    }

    private String title() {
        return ours.equals(PLAIN) ? workload.title() + ", plain calls" : workload.title();
    }

    private String what() {
        return reference.isEmpty()
                ? "MB"
                : "× " + (reference.equals(ours) ? "its own " + referenceWorkload.title() : reference);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 10 ? "%.0f" : "%.2f", value);
    }

    /** @param durability empty if any will do */
    private static OptionalDouble value(List<Figure> figures, String contender, String durability, Workload workload) {
        return figures.stream()
                .filter(each -> each.contender().equals(contender)
                        && (durability.isEmpty() || each.durability().equals(durability))
                        && each.workload().equals(workload.title()))
                .mapToDouble(Figure::value)
                .findFirst();
    }
}
