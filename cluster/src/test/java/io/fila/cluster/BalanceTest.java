package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BalanceTest {
    private static final Set<Integer> OTHERS = Set.of(2, 3);

    @Test
    void whoLeadsAllGivesTheLastShardToTheNodeThatLeadsFewest() {
        assertThat(Balance.move(1, List.of(1, 1, 1), shard -> OTHERS)).isEqualTo(new Balance.Move(2, 2));
        assertThat(Balance.move(1, List.of(1, 1, 2), shard -> OTHERS)).isEqualTo(new Balance.Move(1, 3));
    }

    @Test
    void aDifferenceOfOneStays() {
        assertThat(Balance.move(1, List.of(1, 2, 3), shard -> OTHERS)).isNull();
        assertThat(Balance.move(1, List.of(1, 1, 2), shard -> Set.of(2))).isNull();
    }

    @Test
    void nobodyMovesWhileAShardHasNoLeaderOrNobodyCanTakeOne() {
        assertThat(Balance.move(1, List.of(1, 1, 0), shard -> OTHERS)).isNull();
        assertThat(Balance.move(1, List.of(1, 1, 1), shard -> Set.of())).isNull();
        assertThat(Balance.move(1, List.of(1, 1, 1), shard -> shard == 0 ? OTHERS : Set.of()))
                .isEqualTo(new Balance.Move(0, 2));
    }

    /** Whatever the beginning, moves end, and with the leads spread. */
    @Test
    void movesComeToAnEnd() {
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            int nodes = 1 + random.nextInt(7);
            List<Integer> leaders = new ArrayList<>();
            for (int shard = 1 + random.nextInt(16); shard > 0; shard--) {
                leaders.add(1 + random.nextInt(nodes));
            }
            int moves = 0;
            for (boolean moved = true; moved; moves++) {
                assertThat(moves).as("seed %d", seed).isLessThan(100);
                moved = false;
                for (int node = 1; node <= nodes; node++) {
                    Set<Integer> others = others(node, nodes);
                    Balance.Move move = Balance.move(node, leaders, shard -> others);
                    if (move != null) {
                        leaders.set(move.shard(), move.toNodeId());
                        moved = true;
                    }
                }
            }
            int most = Math.ceilDiv(leaders.size(), nodes);
            for (int node = 1; node <= nodes; node++) {
                int leader = node;
                assertThat(leaders.stream().filter(each -> each == leader).count())
                        .as("seed %d", seed)
                        .isLessThanOrEqualTo(most);
            }
        }
    }

    private static Set<Integer> others(int node, int nodes) {
        Set<Integer> others = new HashSet<>();
        for (int other = 1; other <= nodes; other++) {
            if (other != node) {
                others.add(other);
            }
        }
        return others;
    }
}
