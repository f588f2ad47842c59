package io.fila.cli.queue;

import io.fila.cli.output.Bar;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.client.admin.FlowStats;
import io.fila.client.admin.QueueStats;
import io.fila.client.admin.ThrottleStats;
import java.util.Comparator;
import java.util.List;

/** The tenants of a queue as bars, those with most that waits first, and the token buckets below. */
public record QueuePicture(String queue, QueueStats stats) {
    private static final int ROWS = 20;

    @Override
    public String toString() {
        return within(Integer.MAX_VALUE);
    }

    /** The same, in lines of this length. */
    public String within(int columns) {
        StringBuilder picture = new StringBuilder(queue + (stats.paused() ? " (paused)" : "") + ": " + stats.depth()
                + " pending, " + stats.inFlight() + " in flight, " + stats.scheduled() + " scheduled, "
                + several(stats.activeConsumers(), "consumer") + ", " + several(stats.activeFairnessKeys(), "key")
                + "\n\n");
        List<FlowStats> flows = busiest();
        long most = flows.stream().mapToLong(FlowStats::pending).max().orElse(0);
        Table keys = new Table("KEY", "PENDING", "IN_FLIGHT", "WEIGHT", "DEFICIT", "");
        flows.forEach(flow -> keys.row(
                flow.key() + (flow.paused() ? " (paused)" : ""),
                flow.pending(),
                flow.inFlight(),
                flow.weight(),
                flow.deficit(),
                new Bar(flow.pending(), most)));
        picture.append(keys.within(columns));
        if (!stats.throttles().isEmpty()) {
            picture.append("\n\n").append(throttles().within(columns));
        }
        return picture.toString();
    }

    private static String several(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private Table throttles() {
        Table throttles = new Table("THROTTLE", "TOKENS", "RATE", "BURST", "");
        stats.throttles().stream()
                .sorted(Comparator.comparingDouble(ThrottleStats::tokens))
                .limit(ROWS)
                .forEach(throttle -> throttles.row(
                        throttle.key(),
                        throttle.tokens(),
                        throttle.ratePerSecond(),
                        throttle.burst(),
                        new Bar((long) (100 * throttle.tokens()), (long) (100 * throttle.burst()))));
        return throttles;
    }

    private List<FlowStats> busiest() {
        return stats.flows().stream()
                .sorted(Comparator.comparingLong(FlowStats::pending).reversed())
                .limit(ROWS)
                .toList();
    }

    Json json() {
        return new Json()
                .put("queue", queue)
                .put("depth", stats.depth())
                .put("in_flight", stats.inFlight())
                .put("scheduled", stats.scheduled())
                .put("active_consumers", stats.activeConsumers())
                .putObjects(
                        "keys",
                        busiest(),
                        flow -> new Json()
                                .put("key", flow.key())
                                .put("pending", flow.pending())
                                .put("in_flight", flow.inFlight())
                                .put("weight", flow.weight())
                                .put("deficit", flow.deficit()));
    }
}
