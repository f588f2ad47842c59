package io.fila.cli.cluster;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.error.Unavailable;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** {@code fila cluster transfer}. */
public final class TransferLead implements BrokerCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration ASK_AGAIN_AFTER = Duration.ofMillis(50);

    @Override
    public Syntax syntax() {
        return Syntax.of("Hand the lead of the cluster over to another node, and wait until it leads.")
                .optionalParameter("NODE", "The number of the node. Default: the one with the least to catch up on.")
                .note("A node that is stopped hands the lead over by itself.")
                .example("fila cluster transfer")
                .example("fila cluster transfer 2");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        long node = session.admin().transferLeadership(arguments.number("NODE", 1, 0));
        if (!comesToLead(session, node)) {
            // Another may have been elected instead; it can hand over too.
            node = session.admin().transferLeadership(node);
            if (!comesToLead(session, node)) {
                throw new Unavailable(
                        "Expected node " + node + " to lead by now but it does not; see fila cluster status.", null);
            }
        }
        session.print("Node " + node + " leads.", new Json().put("leader_node_id", node));
    }

    private static boolean comesToLead(Session session, long node) {
        long begin = System.nanoTime();
        while (leader(session) != node) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(ASK_AGAIN_AFTER.toNanos());
        }
        return true;
    }

    /** 0 while nobody can be asked. */
    private static long leader(Session session) {
        try {
            return session.admin().clusterStatus().leaderNodeId();
        } catch (Unavailable meanwhile) {
            return 0;
        }
    }
}
