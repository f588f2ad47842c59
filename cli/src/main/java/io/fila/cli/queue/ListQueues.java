package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.QueueInfo;
import java.util.List;

/** {@code fila queue list}. */
public final class ListQueues implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("List all queues.").example("fila queue list --output json");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        List<QueueInfo> queues = session.admin().listQueues();
        session.print(queues.isEmpty() ? "No queues found." : table(queues), json(queues));
    }

    private static Table table(List<QueueInfo> queues) {
        // The first four columns are fixed; the fifth is there when it has something to say.
        if (queues.stream().anyMatch(QueueInfo::paused)) {
            Table table = new Table("NAME", "DEPTH", "IN_FLIGHT", "CONSUMERS", "PAUSED");
            for (QueueInfo queue : queues) {
                String paused = queue.paused() ? "yes" : "no";
                table.row(queue.name(), queue.depth(), queue.inFlight(), queue.activeConsumers(), paused);
            }
            return table;
        }
        Table table = new Table("NAME", "DEPTH", "IN_FLIGHT", "CONSUMERS");
        for (QueueInfo queue : queues) {
            table.row(queue.name(), queue.depth(), queue.inFlight(), queue.activeConsumers());
        }
        return table;
    }

    static Json json(List<QueueInfo> queues) {
        return new Json()
                .putObjects(
                        "queues",
                        queues,
                        queue -> new Json()
                                .put("name", queue.name())
                                .put("depth", queue.depth())
                                .put("in_flight", queue.inFlight())
                                .put("active_consumers", queue.activeConsumers())
                                .put("leader_node_id", queue.leaderNodeId())
                                .put("paused", queue.paused()));
    }
}
