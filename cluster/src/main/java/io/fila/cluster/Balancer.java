package io.fila.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives away what a node leads too much of, one shard at a time, whenever nodes have come, or come back. What is found must be so
 * at two looks in a row, because after an election it may be different a moment later. One thread.
 */
final class Balancer {
    private static final Logger log = LoggerFactory.getLogger(Balancer.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final int nodeId;
    private final List<Shard> shards;
    private final Closing closing;
    private Balance.@Nullable Move before;

    Balancer(int nodeId, List<Shard> shards, Closing closing) {
        this.nodeId = nodeId;
        this.shards = shards;
        this.closing = closing;
    }

    void runUntilClosed(ClusterSettings settings) {
        Duration election = settings.electionTimeout();
        Duration pause = election.compareTo(LONGEST_PAUSE) < 0 ? election : LONGEST_PAUSE;
        while (shards.size() > 1 && !closing.hasBegun()) {
            closing.pause(pause);
            try {
                if (!closing.hasBegun()) {
                    look();
                }
            } catch (RuntimeException failure) {
                log.warn("The shards could not be spread over the nodes: {}", failure.getMessage());
            }
        }
    }

    private void look() {
        List<Integer> leaders = shards.stream().map(Shard::leaderNodeId).toList();
        Balance.Move move = Balance.move(nodeId, leaders, shard -> fit(shards.get(shard)));
        if (move != null && move.equals(before)) {
            before = null;
            carryOut(move);
        } else {
            before = move;
        }
    }

    /** The nodes that have everything, and room. */
    private static Set<Integer> fit(Shard shard) {
        Set<Integer> low = shard.reports().low();
        return shard.nodes().stream()
                .filter(each -> each.inSync() && !each.leads() && !low.contains(each.nodeId()))
                .map(NodeStatus::nodeId)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void carryOut(Balance.Move move) {
        try {
            shards.get(move.shard()).transfer(move.toNodeId()).begin().run();
        } catch (OperationRefused changed) {
            log.debug("Shard {} stays.", move.shard(), changed);
        }
    }
}
