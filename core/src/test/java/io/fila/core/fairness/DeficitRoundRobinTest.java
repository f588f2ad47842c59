package io.fila.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The plain algorithm: no head start for anyone. */
final class DeficitRoundRobinTest {
    private static final int NO_HEAD_START = 0;

    @Test
    void threeEqualKeysGetAThirdEach() {
        Flock flock = new Flock(10, NO_HEAD_START);
        flock.add("a", 100);
        flock.add("b", 100);
        flock.add("c", 100);

        assertThat(Flock.count(flock.serve(90))).isEqualTo(Map.of("a", 30, "b", 30, "c", 30));
    }

    @Test
    void sharesOfWholeRoundsFollowTheWeightsExactly() {
        Flock flock = new Flock(7, NO_HEAD_START);
        for (int weight = 1; weight <= 5; weight++) {
            flock.add("w" + weight, weight, 10_000);
        }
        int oneRound = 7 * (1 + 2 + 3 + 4 + 5);

        for (int rounds = 1; rounds <= 20; rounds++) {
            assertThat(Flock.count(flock.serve(oneRound)))
                    .isEqualTo(Map.of("w1", 7, "w2", 14, "w3", 21, "w4", 28, "w5", 35));
        }
    }

    @Test
    void keyIsServedUntilItsDeficitIsUsedUpThenTheNextOneGoes() {
        Flock flock = new Flock(3, NO_HEAD_START);
        flock.add("a", 10);
        flock.add("b", 10);

        assertThat(flock.serve(9)).containsExactly("a", "a", "a", "b", "b", "b", "a", "a", "a");
    }

    @Test
    void singleKeyGetsEverything() {
        Flock flock = new Flock(3, NO_HEAD_START);
        flock.add("only", 10);

        assertThat(flock.serve(20)).hasSize(10).containsOnly("only");
    }

    @Test
    void emptiedKeyLeavesAndTheOthersGoOn() {
        Flock flock = new Flock(3, NO_HEAD_START);
        flock.add("short", 1);
        flock.add("long", 6);

        assertThat(flock.serve(20)).containsExactly("short", "long", "long", "long", "long", "long", "long");
        assertThat(flock.round().activeFlows()).isZero();
        assertThat(flock.flow("short").isActive()).isFalse();
    }

    @Test
    void emptiedKeyForfeitsTheRestOfItsDeficit() {
        Flock flock = new Flock(5, NO_HEAD_START);
        flock.add("a", 2);
        flock.add("b", 100);
        flock.serve(2);
        assertThat(flock.round().deficit(flock.flow("a"))).isZero();

        flock.add("a", 100);

        assertThat(Flock.count(flock.serve(5 + 5 + 5))).isEqualTo(Map.of("a", 5, "b", 10));
    }

    @Test
    void keyThatReturnsTakesPartAgain() {
        Flock flock = new Flock(2, NO_HEAD_START);
        flock.add("a", 1);
        flock.serve(1);

        flock.add("a", 1);

        assertThat(flock.serve(1)).containsExactly("a");
    }

    @Test
    void activatingAnActiveKeyDoesNotResetItsDeficit() {
        Flock flock = new Flock(10, NO_HEAD_START);
        flock.add("a", 100);
        flock.add("b", 100);
        flock.serve(4);

        flock.add("a", 5);
        flock.round().activate(flock.flow("a"));

        assertThat(flock.round().deficit(flock.flow("a"))).isEqualTo(6);
        assertThat(flock.serve(7)).containsExactly("a", "a", "a", "a", "a", "a", "b");
    }

    @Test
    void keyAddedDuringARoundGetsItsAllocationWhenTheNextOneStarts() {
        Flock flock = new Flock(2, NO_HEAD_START);
        flock.add("a", 10);
        flock.add("b", 10);
        flock.serve(1);

        flock.add("late", 10);

        assertThat(flock.round().deficit(flock.flow("late"))).isZero();
        assertThat(flock.serve(9)).containsExactly("a", "b", "b", "late", "late", "a", "a", "b", "b");
    }

    @Test
    void everyActiveKeyHasItsAllocationFromTheStartOfTheRound() {
        Flock flock = new Flock(10, NO_HEAD_START);
        flock.add("a", 1, 100);
        flock.add("b", 3, 100);

        flock.serve(1);

        assertThat(flock.round().deficit(flock.flow("a"))).isEqualTo(9);
        assertThat(flock.round().deficit(flock.flow("b"))).isEqualTo(30);
    }

    @Test
    void changedWeightCountsFromTheNextAllocation() {
        Flock flock = new Flock(1, NO_HEAD_START);
        flock.add("a", 1, 100);
        flock.add("b", 1, 100);
        flock.serve(2);

        flock.flow("a").weight(3);

        assertThat(flock.serve(4)).containsExactly("a", "a", "a", "b");
    }

    @Test
    void largestWeightAndQuantumDoNotOverflow() {
        Flock flock = new Flock(Integer.MAX_VALUE, 4);
        flock.add("huge", 0xFFFF_FFFFL, 10);
        flock.add("tiny", 1, 10);

        assertThat(flock.serve(20)).hasSize(20);
    }
}
