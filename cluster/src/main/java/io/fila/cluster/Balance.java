package io.fila.cluster;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** How leads are spread over nodes: none leads two shards more than another that could take one. */
final class Balance {
    private Balance() {}

    /** A shard that would better be led by another node. */
    record Move(int shard, int toNodeId) {}

    /**
     * Whether leads are spread, as far as nodes go.
     *
     * @param leaders the node that leads each shard; 0 if none is known to
     */
    static boolean isSpread(List<Integer> leaders, Set<Integer> nodes) {
        Map<Integer, Integer> leads = new HashMap<>();
        nodes.forEach(node -> leads.put(node, 0));
        leaders.forEach(leader -> leads.merge(leader, 1, Integer::sum));
        return !leads.containsKey(0) && Collections.max(leads.values()) - Collections.min(leads.values()) < 2;
    }

    /**
     * What a node should give away.
     *
     * @param nodeId the node that asks
     * @param leaders the node that leads each shard; 0 if none is known to, and then nobody moves
     * @param fit the other nodes that can take a shard over from this one
     * @return null if nothing
     */
    static @Nullable Move move(int nodeId, List<Integer> leaders, IntFunction<Set<Integer>> fit) {
        Map<Integer, Integer> leads = new HashMap<>();
        for (int leader : leaders) {
            if (leader == 0) {
                return null;
            }
            leads.merge(leader, 1, Integer::sum);
        }
        int own = leads.getOrDefault(nodeId, 0);
        // The first shard stays where it is for as long as another can go.
        for (int shard = leaders.size() - 1; shard >= 0 && own >= 2; shard--) {
            if (leaders.get(shard) == nodeId) {
                Integer other = fit.apply(shard).stream()
                        .min(Comparator.<Integer>comparingInt(each -> leads.getOrDefault(each, 0))
                                .thenComparing(Comparator.naturalOrder()))
                        .orElse(null);
                if (other != null && own - leads.getOrDefault(other, 0) >= 2) {
                    return new Move(shard, other);
                }
            }
        }
        return null;
    }
}
