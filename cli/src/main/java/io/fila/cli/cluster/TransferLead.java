package io.fila.cli.cluster;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.ClusterShard;
import io.fila.client.error.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** {@code fila cluster transfer}. */
public final class TransferLead implements BrokerCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration ASK_AGAIN_AFTER = Duration.ofMillis(50);

    private static final int ALL = -1;

    /** A shard, and the node that leads it now. */
    private record Lead(long shard, long node) {}

    @Override
    public Syntax syntax() {
        return Syntax.of("Hand leadership of shards to another node, and wait until it leads.")
                .optionalParameter("NODE", "The number of the node. Default: the one with the least to catch up on.")
                .option("--shard", "N", "Only this shard. Default: all of them.")
                .note("A node that is stopped hands over what it leads by itself.")
                .note(
                        "Leads that were handed over stay for five minutes. After that they are spread over the nodes again.")
                .example("fila cluster transfer")
                .example("fila cluster transfer 2 --shard 1");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        long node = arguments.number("NODE", 1, 0);
        int only = (int) arguments.number("--shard", 0, ALL);
        List<Lead> leads = new ArrayList<>();
        for (int shard : only == ALL ? shards(session) : List.of(only)) {
            leads.add(new Lead(shard, transfer(session, node, shard)));
        }
        session.print(text(leads), json(leads));
    }

    /** Of a broker that stands alone the first is as good as any: it says so. */
    private static List<Integer> shards(Session session) {
        List<Integer> shards = session.admin().clusterStatus().shards().stream()
                .map(shard -> (int) shard.shard())
                .toList();
        return shards.isEmpty() ? List.of(0) : shards;
    }

    private static long transfer(Session session, long wanted, int shard) {
        long node = session.admin().transferLeadership(wanted, shard);
        if (!comesToLead(session, node, shard)) {
            // Another may have been elected instead; it can hand over too.
            node = session.admin().transferLeadership(node, shard);
            if (!comesToLead(session, node, shard)) {
                throw new Unavailable(
                        "Expected node " + node + " to lead by now but it does not; see fila cluster status.", null);
            }
        }
        return node;
    }

    private static boolean comesToLead(Session session, long node, int shard) {
        long begin = System.nanoTime();
        while (leader(session, shard) != node) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(ASK_AGAIN_AFTER.toNanos());
        }
        return true;
    }

    /** 0 while nobody can be asked. */
    private static long leader(Session session, int shard) {
        try {
            return session.admin().clusterStatus().shards().stream()
                    .filter(each -> each.shard() == shard)
                    .mapToLong(ClusterShard::leaderNodeId)
                    .findFirst()
                    .orElse(0);
        } catch (Unavailable meanwhile) {
            return 0;
        }
    }

    private static String text(List<Lead> leads) {
        long node = leads.getFirst().node();
        if (leads.stream().allMatch(lead -> lead.node() == node)) {
            return "Node " + node + " leads.";
        }
        List<String> lines = new ArrayList<>();
        leads.forEach(lead -> lines.add("Node " + lead.node() + " leads shard " + lead.shard() + "."));
        return String.join("\n", lines);
    }

    private static Json json(List<Lead> leads) {
        return new Json()
                .put("leader_node_id", leads.getFirst().node())
                .putObjects(
                        "shards",
                        leads,
                        lead -> new Json().put("shard", lead.shard()).put("leader_node_id", lead.node()));
    }
}
