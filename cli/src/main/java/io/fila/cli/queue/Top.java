package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.FlowStats;
import io.fila.client.admin.QueueInfo;
import io.fila.client.admin.QueueStats;
import io.fila.client.admin.ThrottleStats;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** {@code fila top}: all queues, or the tenants of one, again and again until the user has seen enough. */
public final class Top implements BrokerCommand {
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final int ROWS = 20;
    private static final int BAR_WIDTH = 30;

    /** Goes to the upper left corner and wipes the screen; a file is not a screen and gets one picture after the other. */
    private static final String WIPE = "\u001b[H\u001b[2J";

    @Override
    public Syntax syntax() {
        return Syntax.of("Watch all queues, or the tenants of one.")
                .optionalParameter("QUEUE", "The queue to watch. Default: all of them, the deepest first.")
                .option("--every", "TIME", "How often to look. Default: 1s.")
                .option("--count", "N", "Look so many times. Default: until Ctrl-C.")
                .example("fila top")
                .example("fila top orders --every 200ms");
    }

    @Override
    public void run(Arguments arguments, Session session) throws InterruptedException {
        String queue = arguments.getOr("QUEUE", "");
        Duration pause = arguments.has("--every") ? arguments.span("--every", SHORTEST_PAUSE) : USUAL_PAUSE;
        long left = arguments.number("--count", 1, Long.MAX_VALUE);
        boolean once = left == 1;
        CountDownLatch stopped = new CountDownLatch(1);
        session.terminal().onInterrupt(stopped::countDown);
        boolean go = true;
        while (go) {
            if (!once) {
                session.output().printScreen(WIPE);
            }
            show(queue, session);
            left--;
            go = left > 0 && !session.output().abandoned() && !stopped.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private static void show(String queue, Session session) {
        if (queue.isEmpty()) {
            List<QueueInfo> queues = session.admin().listQueues().stream()
                    .sorted(Comparator.comparingLong(QueueInfo::depth).reversed())
                    .limit(ROWS)
                    .toList();
            session.print(table(queues), ListQueues.json(queues));
        } else {
            QueueStats stats = session.admin().stats(queue);
            session.print(picture(queue, stats), json(queue, stats));
        }
    }

    private static Table table(List<QueueInfo> queues) {
        long deepest = queues.stream().mapToLong(QueueInfo::depth).max().orElse(0);
        Table table = new Table("QUEUE", "DEPTH", "IN_FLIGHT", "CONSUMERS", "");
        for (QueueInfo queue : queues) {
            table.row(
                    queue.name(),
                    queue.depth(),
                    queue.inFlight(),
                    queue.activeConsumers(),
                    bar(queue.depth(), deepest));
        }
        return table;
    }

    private static String picture(String queue, QueueStats stats) {
        StringBuilder picture = new StringBuilder(queue + (stats.paused() ? " (paused)" : "") + ": " + stats.depth()
                + " pending, " + stats.inFlight() + " in flight, " + stats.scheduled() + " scheduled, "
                + stats.activeConsumers() + " consumers, " + stats.activeFairnessKeys() + " keys\n\n");
        List<FlowStats> flows = busiest(stats);
        long most = flows.stream().mapToLong(FlowStats::pending).max().orElse(0);
        Table keys = new Table("KEY", "PENDING", "IN_FLIGHT", "WEIGHT", "DEFICIT", "");
        flows.forEach(flow -> keys.row(
                flow.key() + (flow.paused() ? " (paused)" : ""),
                flow.pending(),
                flow.inFlight(),
                flow.weight(),
                flow.deficit(),
                bar(flow.pending(), most)));
        picture.append(keys);
        if (!stats.throttles().isEmpty()) {
            Table throttles = new Table("THROTTLE", "TOKENS", "RATE", "BURST", "");
            stats.throttles().stream()
                    .sorted(Comparator.comparingDouble(ThrottleStats::tokens))
                    .limit(ROWS)
                    .forEach(throttle -> throttles.row(
                            throttle.key(),
                            throttle.tokens(),
                            throttle.ratePerSecond(),
                            throttle.burst(),
                            bar((long) (100 * throttle.tokens()), (long) (100 * throttle.burst()))));
            picture.append("\n\n").append(throttles);
        }
        return picture.toString();
    }

    private static List<FlowStats> busiest(QueueStats stats) {
        return stats.flows().stream()
                .sorted(Comparator.comparingLong(FlowStats::pending).reversed())
                .limit(ROWS)
                .toList();
    }

    private static Json json(String queue, QueueStats stats) {
        return new Json()
                .put("queue", queue)
                .put("depth", stats.depth())
                .put("in_flight", stats.inFlight())
                .put("scheduled", stats.scheduled())
                .put("active_consumers", stats.activeConsumers())
                .putObjects(
                        "keys",
                        busiest(stats),
                        flow -> new Json()
                                .put("key", flow.key())
                                .put("pending", flow.pending())
                                .put("in_flight", flow.inFlight())
                                .put("weight", flow.weight())
                                .put("deficit", flow.deficit()));
    }

    /** As long as its part of the most; what is there at all can be seen. */
    private static String bar(long part, long most) {
        return most <= 0 || part <= 0 ? "" : "█".repeat((int) Math.max(1, Math.min(part, most) * BAR_WIDTH / most));
    }
}
