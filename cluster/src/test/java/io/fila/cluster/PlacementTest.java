package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PlacementTest {
    private static final Set<Integer> NONE = Set.of();
    private static final Set<Integer> THREE = Set.of(1, 2, 3);
    private static final Set<Integer> FOUR = Set.of(1, 2, 3, 4);
    private static final Set<Integer> FIVE = Set.of(1, 2, 3, 4, 5);

    /** A shard that is as it should be: everybody who has it is in sync, and all others could take it. */
    private static Placement.Copies copies(int shard, Set<Integer> holders, Set<Integer> nodes) {
        Set<Integer> able = new TreeSet<>(nodes);
        able.removeAll(holders);
        return new Placement.Copies(shard, new TreeSet<>(holders).first(), holders, holders, able, NONE, false, NONE);
    }

    private static Placement.@Nullable Step step(Set<Integer> nodes, int wanted, Placement.Copies... shards) {
        return Placement.step(nodes, wanted, List.of(shards), true);
    }

    @Test
    void threeNodesHaveThreeCopiesOfEverything() {
        assertThat(step(THREE, 3, copies(1, THREE, THREE), copies(2, THREE, THREE)))
                .isNull();
        assertThat(step(THREE, 5, copies(1, THREE, THREE))).isNull();
    }

    @Test
    void aShardWithTooFewGetsACopyOnTheNodeWithTheFewest() {
        assertThat(step(FOUR, 3, copies(1, Set.of(1, 2), FOUR), copies(2, THREE, FOUR)))
                .isEqualTo(new Placement.Step.Add(1, 4));
        assertThat(step(Set.of(1, 2), 3, copies(1, Set.of(1), Set.of(1, 2)))).isEqualTo(new Placement.Step.Add(1, 2));
    }

    @Test
    void aNodeThatHasMostOfItComesBeforeOthers() {
        Placement.Copies copies =
                new Placement.Copies(1, 1, Set.of(1, 2), Set.of(1, 2), Set.of(3, 4), Set.of(4), true, NONE);

        assertThat(step(FOUR, 3, copies)).isEqualTo(new Placement.Step.Add(1, 4));
    }

    @Test
    void nobodyGetsWhatItCanNotTake() {
        Placement.Copies givenUp = new Placement.Copies(1, 1, Set.of(1, 2), Set.of(1, 2), NONE, NONE, false, NONE);

        assertThat(step(THREE, 3, givenUp)).isNull();
        assertThat(Placement.lacks(THREE, 3, givenUp)).isTrue();
        assertThat(Placement.lacks(THREE, 2, givenUp)).isFalse();
        assertThat(Placement.lacks(THREE, 3, copies(1, Set.of(1, 2), THREE))).isFalse();
    }

    @Test
    void aNodeThatComesGetsACopyBeforeAnotherLosesOne() {
        assertThat(step(FOUR, 3, copies(1, THREE, FOUR), copies(2, THREE, FOUR)))
                .isEqualTo(new Placement.Step.Add(1, 4));
        assertThat(step(FOUR, 3, copies(1, FOUR, FOUR), copies(2, THREE, FOUR)))
                .isEqualTo(new Placement.Step.Drop(1, 3));
        assertThat(step(FOUR, 3, copies(1, Set.of(1, 2, 4), FOUR), copies(2, THREE, FOUR)))
                .isNull();
    }

    /** Whoever drops a copy never takes it again. */
    @Test
    void theShardMovesThatMostNodesCouldTakeStill() {
        Placement.Copies dropped =
                new Placement.Copies(1, 1, Set.of(1, 2, 4), Set.of(1, 2, 4), Set.of(5), NONE, false, NONE);

        assertThat(step(FIVE, 3, dropped, copies(2, THREE, FIVE))).isEqualTo(new Placement.Step.Add(2, 5));
    }

    @Test
    void nobodyLosesACopyBeforeTheNewOneIsInSync() {
        Placement.Copies fetching = new Placement.Copies(1, 1, FOUR, THREE, NONE, NONE, false, NONE);

        assertThat(step(FOUR, 3, fetching, copies(2, THREE, FOUR))).isNull();
    }

    @Test
    void nothingIsDroppedBeforeEveryNodeWasHeard() {
        List<Placement.Copies> surplus = List.of(copies(1, FOUR, FOUR));

        assertThat(Placement.step(FOUR, 3, surplus, false)).isNull();
        assertThat(Placement.step(FOUR, 3, surplus, true)).isEqualTo(new Placement.Step.Drop(1, 4));
        assertThat(Placement.step(FOUR, 3, List.of(copies(1, Set.of(1, 2), FOUR)), false))
                .isEqualTo(new Placement.Step.Add(1, 3));
    }

    @Test
    void nothingIsSpreadWhileANodeIsDown() {
        Placement.Copies down = new Placement.Copies(1, 1, THREE, Set.of(1, 2), Set.of(4), NONE, false, NONE);

        assertThat(step(FOUR, 3, down)).isNull();
    }

    @Test
    void theLeaderKeepsItsCopyIfAnotherHasAsMany() {
        Placement.Copies ledByThree = new Placement.Copies(1, 3, THREE, THREE, NONE, NONE, false, NONE);

        assertThat(step(THREE, 2, ledByThree)).isEqualTo(new Placement.Step.Drop(1, 2));
    }

    @Test
    void whatANodeHasThatLeavesIsMadeElsewhereAndNothingElseIsTaken() {
        Set<Integer> staying = Set.of(1, 2, 4, 5);

        assertThat(step(staying, 3, copies(1, THREE, FIVE), copies(2, Set.of(1, 2, 4), FIVE)))
                .isEqualTo(new Placement.Step.Add(1, 5));
        assertThat(step(staying, 3, copies(1, Set.of(1, 2, 3, 5), FIVE), copies(2, Set.of(1, 2, 4), FIVE)))
                .isNull();
    }

    @Test
    void membersThatAreGoneAreTakenOutOnceThereAreOthers() {
        Placement.Copies alone = new Placement.Copies(1, 1, Set.of(1, 2), Set.of(1), NONE, NONE, true, NONE);
        Placement.Copies gone = new Placement.Copies(1, 1, Set.of(1, 2), Set.of(1, 2), Set.of(4), NONE, true, NONE);

        assertThat(step(FOUR, 2, alone)).isNull();
        assertThat(step(FOUR, 2, gone)).isEqualTo(new Placement.Step.Forget(1));
        assertThat(step(FOUR, 3, gone)).isEqualTo(new Placement.Step.Add(1, 4));
    }

    @Test
    void aCopyThatIsNotNeededIsGivenUpLast() {
        Placement.Copies left = new Placement.Copies(1, 1, THREE, THREE, Set.of(4), Set.of(4), false, Set.of(4));

        assertThat(step(FOUR, 3, left)).isEqualTo(new Placement.Step.GiveUp(1, 4));
        assertThat(step(FOUR, 3, left, copies(2, Set.of(1, 2), FOUR))).isEqualTo(new Placement.Step.Add(2, 4));
    }

    /** Whatever the beginning, steps end, with as many copies as asked for, evenly spread, and nobody gets again what it gave up. */
    @Test
    void stepsComeToAnEnd() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            Set<Integer> nodes = new TreeSet<>();
            IntStream.rangeClosed(1, 1 + random.nextInt(7)).forEach(nodes::add);
            int wanted = 1 + random.nextInt(5);
            List<Set<Integer>> holders = new ArrayList<>();
            List<Set<Integer>> givenUp = new ArrayList<>();
            for (int shard = 1 + random.nextInt(8); shard > 0; shard--) {
                Set<Integer> some = new TreeSet<>();
                some.add(1 + random.nextInt(nodes.size()));
                nodes.stream().filter(node -> random.nextInt(3) == 0).forEach(some::add);
                holders.add(some);
                givenUp.add(new HashSet<>());
            }

            int steps = 0;
            for (Placement.Step step = next(nodes, wanted, holders, givenUp);
                    step != null;
                    step = next(nodes, wanted, holders, givenUp)) {
                assertThat(steps++).as("seed %d", seed).isLessThan(200);
                carryOut(step, wanted, nodes, holders, givenUp, seed);
            }

            for (int shard = 0; shard < holders.size(); shard++) {
                int copies = holders.get(shard).size();
                int most = Math.min(wanted, nodes.size());
                assertThat(copies).as("seed %d", seed).isLessThanOrEqualTo(most);
                if (copies < most) {
                    Set<Integer> all = new HashSet<>(holders.get(shard));
                    all.addAll(givenUp.get(shard));
                    assertThat(all).as("seed %d", seed).containsAll(nodes);
                }
            }
        }
    }

    private static Placement.@Nullable Step next(
            Set<Integer> nodes, int wanted, List<Set<Integer>> holders, List<Set<Integer>> givenUp) {
        List<Placement.Copies> shards = new ArrayList<>();
        for (int shard = 0; shard < holders.size(); shard++) {
            Set<Integer> able = new TreeSet<>(nodes);
            able.removeAll(holders.get(shard));
            able.removeAll(givenUp.get(shard));
            shards.add(new Placement.Copies(
                    shard,
                    holders.get(shard).iterator().next(),
                    Set.copyOf(holders.get(shard)),
                    Set.copyOf(holders.get(shard)),
                    able,
                    NONE,
                    false,
                    NONE));
        }
        return Placement.step(nodes, wanted, shards, true);
    }

    private static void carryOut(
            Placement.Step step,
            int wanted,
            Set<Integer> nodes,
            List<Set<Integer>> holders,
            List<Set<Integer>> givenUp,
            int seed) {
        Set<Integer> of = holders.get(step.shard());
        switch (step) {
            case Placement.Step.Add add -> {
                assertThat(givenUp.get(add.shard())).as("seed %d", seed).doesNotContain(add.nodeId());
                assertThat(of.add(add.nodeId())).as("seed %d", seed).isTrue();
            }
            case Placement.Step.Drop drop -> {
                assertThat(of.size()).as("seed %d", seed).isGreaterThan(Math.min(wanted, nodes.size()));
                assertThat(of.remove(drop.nodeId())).as("seed %d", seed).isTrue();
                givenUp.get(drop.shard()).add(drop.nodeId());
            }
            default -> throw new AssertionError("seed " + seed + ": " + step);
        }
    }
}
