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
 * at looks an election timeout apart, because after an election it may be different a moment later. One thread.
 */
final class Balancer {
    private static final Logger log = LoggerFactory.getLogger(Balancer.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** How often a node looks that has just begun to take part. */
    private static final Duration SOON = Duration.ofMillis(50);

    /** How long a member waits at most for leads to be spread. */
    private static final Duration LONGEST_UNSETTLED = Duration.ofSeconds(5);

    private final int nodeId;
    private final List<Shard> shards;
    private final Closing closing;
    private final Runnable onSettled;
    private Balance.@Nullable Move before;
    private long beforeNanos;
    private boolean settled;
    private long memberSinceNanos;
    private boolean isMember;

    /**
     * @param onSettled told once, when leads are spread for the first time since this node takes part, or have not been for so long
     *     that nobody should wait for it
     */
    Balancer(int nodeId, List<Shard> shards, Closing closing, Runnable onSettled) {
        this.nodeId = nodeId;
        this.shards = shards;
        this.closing = closing;
        this.onSettled = onSettled;
    }

    void runUntilClosed(ClusterSettings settings) {
        Duration election = settings.electionTimeout();
        Duration pause = election.compareTo(LONGEST_PAUSE) < 0 ? election : LONGEST_PAUSE;
        while (shards.size() > 1 && !closing.hasBegun()) {
            closing.pause(settled ? pause : SOON);
            try {
                if (!closing.hasBegun()) {
                    settle();
                    look(pause);
                }
            } catch (RuntimeException failure) {
                log.warn("The shards could not be spread over the nodes: {}", failure.getMessage());
            }
        }
    }

    private void settle() {
        if (settled) {
            return;
        }
        Set<Integer> nodes =
                shards.getFirst().nodes().stream().map(NodeStatus::nodeId).collect(Collectors.toUnmodifiableSet());
        if (!isMember && nodes.contains(nodeId)) {
            isMember = true;
            memberSinceNanos = System.nanoTime();
        }
        settled = isMember
                && (Balance.isSpread(leaders(), nodes)
                        || System.nanoTime() - memberSinceNanos > LONGEST_UNSETTLED.toNanos());
        if (settled) {
            onSettled.run();
        }
    }

    private List<Integer> leaders() {
        return shards.stream().map(Shard::leaderNodeId).toList();
    }

    private void look(Duration pause) {
        Balance.Move move = Balance.move(
                nodeId, leaders(), shard -> shards.get(shard).isKept() ? Set.of() : fit(shards.get(shard)));
        long now = System.nanoTime();
        if (move == null || !move.equals(before)) {
            before = move;
            beforeNanos = now;
        } else if (now - beforeNanos >= pause.toNanos()) {
            before = null;
            carryOut(move);
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
            shards.get(move.shard())
                    .operations()
                    .transfer(move.toNodeId())
                    .begin()
                    .run();
        } catch (OperationRefused changed) {
            log.debug("Shard {} stays.", move.shard(), changed);
        }
    }
}
