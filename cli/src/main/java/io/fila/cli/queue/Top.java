package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Bar;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Screen;
import io.fila.cli.session.Session;
import io.fila.client.admin.QueueInfo;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** {@code fila top}: shows all queues, or the tenants of one, until the user stops it. */
public final class Top implements BrokerCommand {
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final int ROWS = 20;

    @Override
    public Syntax syntax() {
        return Syntax.of("Watch all queues, or the tenants of one.")
                .optionalParameter("QUEUE", "The queue to watch. Default: all queues, deepest first.")
                .option("--every", "TIME", "How often to refresh. Default: 1s.")
                .option("--count", "N", "Refresh this many times. Default: until Ctrl-C.")
                .example("fila top")
                .example("fila top orders --every 200ms");
    }

    @Override
    public void run(Arguments arguments, Session session) throws InterruptedException {
        String queue = arguments.getOr("QUEUE", "");
        Duration pause = arguments.has("--every") ? arguments.span("--every", SHORTEST_PAUSE) : USUAL_PAUSE;
        long left = arguments.number("--count", 1, Long.MAX_VALUE);
        Screen screen = new Screen(session);
        boolean once = left == 1;
        CountDownLatch stopped = new CountDownLatch(1);
        session.terminal().onInterrupt(stopped::countDown);
        boolean go = true;
        while (go) {
            Shown shown = look(queue, session);
            if (once) {
                session.print(shown.picture().within(Integer.MAX_VALUE), shown.json());
            } else {
                screen.show(shown.picture(), shown.json());
            }
            left--;
            go = left > 0 && !session.output().abandoned() && !stopped.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private record Shown(Screen.Picture picture, Json json) {}

    private static Shown look(String queue, Session session) {
        if (queue.isEmpty()) {
            List<QueueInfo> queues = session.admin().listQueues().stream()
                    .sorted(Comparator.comparingLong(QueueInfo::depth).reversed())
                    .limit(ROWS)
                    .toList();
            return new Shown(table(queues)::within, ListQueues.json(queues));
        }
        QueuePicture picture = new QueuePicture(queue, session.admin().stats(queue));
        return new Shown(picture::within, picture.json());
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
                    new Bar(queue.depth(), deepest));
        }
        return table;
    }
}
