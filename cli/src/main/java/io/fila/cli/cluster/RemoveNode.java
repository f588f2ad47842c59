package io.fila.cli.cluster;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila cluster remove}. */
public final class RemoveNode implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Remove a node from the cluster for good.")
                .parameter("NODE", "The number of the node. It must not lead the first shard.")
                .note("If the node runs it stops. It can come back only with an empty data directory, as a new node.")
                .example("fila cluster remove 3");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        long node = arguments.number("NODE", 1, 0);
        session.admin().removeNode(node);
        session.print("Removed node " + node + ".", new Json().put("node_id", node));
    }
}
