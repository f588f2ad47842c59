package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.QueueInfo;
import io.fila.client.admin.QueueList;
import java.util.ArrayList;
import java.util.List;

/** {@code fila queue list}. */
public final class ListQueues implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("List all queues.").example("fila queue list --output json");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        QueueList list = session.admin().queueList();
        Json json = json(list.queues());
        session.print(text(list), list.clustered() ? json.put("cluster_node_count", list.clusterNodes()) : json);
    }

    private static String text(QueueList list) {
        String queues = list.queues().isEmpty() ? "No queues found." : table(list) + (list.clustered() ? "\n" : "");
        return list.clustered() ? queues + "\nCluster nodes: " + list.clusterNodes() : queues;
    }

    /** The first four columns are fixed; the others are there when they have something to say. */
    private static Table table(QueueList list) {
        boolean anyPaused = list.queues().stream().anyMatch(QueueInfo::paused);
        List<String> heading = new ArrayList<>(List.of("NAME", "DEPTH", "IN_FLIGHT", "CONSUMERS"));
        addIf(list.clustered(), heading, "LEADER");
        addIf(anyPaused, heading, "PAUSED");
        Table table = new Table(heading.toArray(String[]::new));
        for (QueueInfo queue : list.queues()) {
            List<Object> row =
                    new ArrayList<>(List.of(queue.name(), queue.depth(), queue.inFlight(), queue.activeConsumers()));
            addIf(list.clustered(), row, queue.leaderNodeId());
            addIf(anyPaused, row, queue.paused() ? "yes" : "no");
            table.row(row.toArray());
        }
        return table;
    }

    private static <T> void addIf(boolean wanted, List<T> cells, T cell) {
        if (wanted) {
            cells.add(cell);
        }
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
