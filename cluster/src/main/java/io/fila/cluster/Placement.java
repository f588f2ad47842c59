package io.fila.cluster;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where copies of shards are to be: as many of each as were asked for, and no node with two more than another that could take one.
 * The first shard is not in here, because every node has it.
 */
final class Placement {
    private Placement() {}

    /**
     * The copies of a shard.
     *
     * @param leader the node that leads it
     * @param holders the nodes of the cluster that are its members, live or not
     * @param inSync those of them that have everything
     * @param able nodes that are no members and could take a copy now
     * @param first those of them that take one before others: they have most of it, or were a member before they lost their disk
     * @param hasGone whether there are members besides that count no more
     * @param idle nodes that have a copy and are no members
     */
    record Copies(
            int shard,
            int leader,
            Set<Integer> holders,
            Set<Integer> inSync,
            Set<Integer> able,
            Set<Integer> first,
            boolean hasGone,
            Set<Integer> idle) {
        private long staying(Set<Integer> nodes) {
            return holders.stream().filter(nodes::contains).count();
        }

        private boolean allInSyncBut(int node) {
            return holders.stream().allMatch(each -> each == node || inSync.contains(each));
        }
    }

    /** What is to be done next. */
    sealed interface Step {
        int shard();

        /** A node gets a copy. */
        record Add(int shard, int nodeId) implements Step {}

        /** A node has a copy less: there is one too many. */
        record Drop(int shard, int nodeId) implements Step {}

        /** Members that count no more are taken out. */
        record Forget(int shard) implements Step {}

        /** A node deletes what it has of a shard of which it is no member. */
        record GiveUp(int shard, int nodeId) implements Step {}
    }

    /**
     * The next step; null if everything is where it should be, or has to stay.
     *
     * @param nodes of the cluster, without those that are about to leave it
     * @param wanted how many copies of each shard were asked for
     * @param shards all but the first
     * @param allHeard whether every node has told what it has: no copy is dropped or moved before, because one that is silent may be of a
     *     build that has copies of everything
     */
    static @Nullable Step step(Set<Integer> nodes, int wanted, List<Copies> shards, boolean allHeard) {
        int copies = Math.min(wanted, nodes.size());
        Map<Integer, Integer> load = load(nodes, shards);
        for (Copies shard : shards) {
            Integer node = shard.staying(nodes) < copies ? taker(shard, nodes, load) : null;
            if (node != null) {
                return new Step.Add(shard.shard(), node);
            }
        }
        for (Copies shard : shards) {
            if (shard.hasGone() && 2 * shard.inSync().size() > shard.holders().size()) {
                return new Step.Forget(shard.shard());
            }
        }
        if (!allHeard) {
            return null;
        }
        for (Copies shard : shards) {
            if (nodes.containsAll(shard.holders()) && shard.holders().size() > copies) {
                int surplus = surplus(shard, load);
                if (shard.allInSyncBut(surplus)) {
                    return new Step.Drop(shard.shard(), surplus);
                }
            }
        }
        Step move = move(nodes, shards, load, copies);
        return move != null ? move : idle(shards);
    }

    /** Whether a shard has fewer copies than it should have, and no node could take one. */
    static boolean lacks(Set<Integer> nodes, int wanted, Copies shard) {
        return shard.staying(nodes) < Math.min(wanted, nodes.size())
                && shard.able().stream().noneMatch(nodes::contains);
    }

    private static Map<Integer, Integer> load(Set<Integer> nodes, List<Copies> shards) {
        Map<Integer, Integer> load = new HashMap<>();
        nodes.forEach(node -> load.put(node, 0));
        shards.forEach(shard -> shard.holders().forEach(node -> load.merge(node, 1, Integer::sum)));
        return load;
    }

    private static @Nullable Integer taker(Copies shard, Set<Integer> nodes, Map<Integer, Integer> load) {
        return shard.able().stream()
                .filter(nodes::contains)
                .min(Comparator.<Integer, Boolean>comparing(
                                each -> !shard.first().contains(each))
                        .thenComparing(each -> load.getOrDefault(each, 0))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }

    /** Of the node with the most; one that follows, if that is the same. */
    private static int surplus(Copies shard, Map<Integer, Integer> load) {
        return shard.holders().stream()
                .max(Comparator.<Integer>comparingInt(each -> load.getOrDefault(each, 0))
                        .thenComparing(each -> each != shard.leader())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /**
     * Begins with a copy more, where there are two fewer; the one too many is dropped when all are in sync. Whoever drops one never takes
     * it again, so it is one of the shard that most nodes could take still.
     */
    private static @Nullable Step move(
            Set<Integer> nodes, List<Copies> shards, Map<Integer, Integer> load, int copies) {
        Step best = null;
        int mostGained = 1;
        int mostAble = 0;
        for (Copies shard : shards) {
            if (shard.holders().size() != copies || !nodes.containsAll(shard.holders()) || !shard.allInSyncBut(0)) {
                continue;
            }
            Integer to = taker(shard, nodes, load);
            if (to == null) {
                continue;
            }
            int gained = load.getOrDefault(surplus(shard, load), 0) - load.getOrDefault(to, 0);
            int able = shard.able().size();
            if (gained > mostGained || (gained == mostGained && gained > 1 && able > mostAble)) {
                mostGained = gained;
                mostAble = able;
                best = new Step.Add(shard.shard(), to);
            }
        }
        return best;
    }

    private static @Nullable Step idle(List<Copies> shards) {
        for (Copies shard : shards) {
            if (!shard.idle().isEmpty()) {
                return new Step.GiveUp(shard.shard(), shard.idle().iterator().next());
            }
        }
        return null;
    }
}
