package io.fila.cli.message;

import io.fila.cli.queue.KeyWait;
import io.fila.cli.session.Session;
import io.fila.client.admin.QueueStats;
import io.fila.client.error.FilaException;

/** What a consumer that gets nothing waits for. */
final class Waiting {
    private Waiting() {}

    /** A sentence for the user; empty if the broker does not report it, or nothing blocks. */
    static String on(String queue, Session session) {
        QueueStats stats;
        try {
            stats = session.admin().stats(queue);
        } catch (FilaException notTold) {
            return "";
        }
        if (stats.paused()) {
            return "Waiting: queue \"" + queue + "\" is paused; fila queue resume " + queue;
        }
        if (stats.depth() == 0) {
            return "Waiting: queue \"" + queue + "\" has no pending messages" + others(stats) + ".";
        }
        return stats.flows().stream()
                .filter(KeyWait::isHeldUp)
                .findFirst()
                .map(flow -> "Waiting: key \"" + flow.key() + "\" of queue \"" + queue + "\" waits for "
                        + KeyWait.text(flow) + more(stats) + "; fila explain " + queue)
                .orElse("");
    }

    private static String more(QueueStats stats) {
        long others = stats.flows().stream().filter(KeyWait::isHeldUp).count() - 1;
        return others == 0 ? "" : ", and " + others + " more wait";
    }

    private static String others(QueueStats stats) {
        String scheduled = stats.scheduled() > 0 ? ", " + stats.scheduled() + " are scheduled" : "";
        return scheduled + (stats.inFlight() > 0 ? ", " + stats.inFlight() + " are with consumers" : "");
    }
}
