package io.fila.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A key that has just become active may go ahead of the round, on credit. */
final class SparseKeysFirstTest {
    @Test
    void newKeyDoesNotWaitForTheRound() {
        Flock flock = new Flock(1000, 2);
        flock.add("busy", 10_000);
        flock.serve(100);

        flock.add("quiet", 1);

        assertThat(flock.serve(2)).contains("quiet");
    }

    @Test
    void whatWasBorrowedIsPaidFromTheNextAllocation() {
        Flock flock = new Flock(10, 3);
        flock.add("a", 1000);
        flock.add("b", 1000);
        List<String> served = new ArrayList<>(flock.serve(5));
        flock.add("late", 1000);

        served.addAll(flock.serve(195));

        long round = flock.round().round();
        Map<String, Integer> counts = Flock.count(served);
        assertThat(counts.getOrDefault("a", 0) - counts.getOrDefault("b", 0)).isBetween(-10, 10);
        assertThat(counts.getOrDefault("late", 0)).isLessThanOrEqualTo((int) round * 10);
        assertThat(counts.getOrDefault("a", 0) - counts.getOrDefault("late", 0)).isBetween(0, 20);
    }

    @Test
    void sharesOfWholeRoundsStayExact() {
        Flock flock = new Flock(10, 4);
        flock.add("w1", 1, 100_000);
        flock.add("w2", 2, 100_000);
        flock.add("w3", 3, 100_000);

        assertThat(Flock.count(flock.serve(60 * 50))).isEqualTo(Map.of("w1", 500, "w2", 1000, "w3", 1500));
    }

    @Test
    void keyThatComesAndGoesGetsNoMoreThanItsShare() {
        Flock flock = new Flock(10, 4);
        flock.add("steady", 1_000_000);
        Flow restless = flock.flow("restless");
        int restlessServed = 0;
        int total = 40_000;

        for (int i = 0; i < total; i++) {
            if (restless.isEmpty()) {
                flock.add("restless", 1);
            }
            if ("restless".equals(flock.serve())) {
                restlessServed++;
            }
        }

        assertThat(restlessServed).isLessThanOrEqualTo(total / 2);
        assertThat(restlessServed).isGreaterThan(total / 10);
    }

    @Test
    void streamOfEverNewKeysCanNotStopTheRound() {
        Flock flock = new Flock(1000, 4);
        flock.add("old", 100_000);
        flock.serve(10);
        int old = 0;

        for (int i = 0; i < 1000; i++) {
            flock.add("new" + i, 1);
            if ("old".equals(flock.serve())) {
                old++;
            }
        }

        assertThat(old).isGreaterThanOrEqualTo(499);
    }

    /** A million keys that each send the next message when the last is handled would all be newcomers, and quiet keys lost. */
    @Test
    void keyThatComesBackToTheRoundThatServedItGivesWayToACrowdOfNewcomers() {
        Flock flock = new Flock(1000, 4);
        flock.add("busy", 5000);
        flock.add("back", 10);
        while (flock.flow("back").isActive()) {
            flock.serve(1);
        }
        for (int key = 0; key < DeficitRoundRobin.CROWD; key++) {
            flock.add("new" + key, 1);
        }

        flock.add("back", 1);
        flock.add("quiet", 1);

        assertThat(flock.round().remembers(flock.flow("back"))).isTrue();
        assertThat(flock.serve(2 * DeficitRoundRobin.CROWD + 2))
                .contains("quiet")
                .doesNotContain("back");
        assertThat(flock.serve(2000)).contains("back");
    }

    @Test
    void nobodyIsFurtherAheadThanTheAllowance() {
        Flock flock = new Flock(1, 3);
        flock.add("old", 1000);
        flock.serve(1);
        flock.add("new", 1000);

        List<String> served = flock.serve(100);

        for (int count = 1; count <= served.size(); count++) {
            Map<String, Integer> counts = Flock.count(served.subList(0, count));
            int lead = counts.getOrDefault("new", 0) - counts.getOrDefault("old", 0);
            assertThat(lead).as("after %d", count).isBetween(-1, 3);
        }
        assertThat(Flock.count(served).get("new")).isBetween(50, 52);
    }

    @Test
    void debtIsPaidByRoundsThatPassWhileTheKeyIsIdle() {
        Flock flock = new Flock(1, 2);
        for (int key = 0; key < 10; key++) {
            flock.add("busy" + key, 1000);
        }
        flock.serve(100);
        flock.add("quiet", 2);
        assertThat(flock.serve(4)).contains("quiet");
        assertThat(flock.flow("quiet").isActive()).isFalse();
        assertThat(flock.round().remembers(flock.flow("quiet"))).isTrue();

        flock.serve(20);

        assertThat(flock.round().remembers(flock.flow("quiet"))).isFalse();
        flock.add("quiet", 1);
        assertThat(flock.serve(2)).contains("quiet");
    }

    @Test
    void keyBelowItsShareNeverWaitsForTheRound() {
        Flock flock = new Flock(1, 4);
        int busyKeys = 100;
        for (int key = 0; key < busyKeys; key++) {
            flock.add("busy" + key, 1000);
        }
        flock.serve(10 * busyKeys);

        for (int i = 0; i < 50; i++) {
            flock.add("quiet", 1);
            assertThat(flock.serve(2)).as("message %d", i).contains("quiet");
            flock.serve(2 * busyKeys);
        }
    }

    @Test
    void quietKeyDoesNotWaitBehindAMultitudeThatCameAtOnce() {
        Flock flock = new Flock(1, 4);
        for (int key = 0; key < 10 * DeficitRoundRobin.MOST_NEWCOMERS; key++) {
            flock.add("key" + key, 10);
        }

        flock.add("quiet", 1);

        assertThat(flock.serve(2 * DeficitRoundRobin.MOST_NEWCOMERS)).contains("quiet");
    }

    @Test
    void whatRoundsPaidForAnIdleKeyIsPaidWhateverItWeighsLater() {
        Flock flock = new Flock(1, 4);
        flock.add("busy", 1000);
        flock.serve(1);
        flock.add("quiet", 4, 4);
        flock.serve(8);
        flock.serve(2);
        assertThat(flock.round().remembers(flock.flow("quiet"))).isFalse();

        flock.round().weigh(flock.flow("quiet"), 1);

        assertThat(flock.round().remembers(flock.flow("quiet"))).isFalse();
    }

    @Test
    void newcomersTakeTurnsAmongThemselves() {
        Flock flock = new Flock(1, 4);
        flock.add("busy", 1000);
        flock.serve(1);
        flock.add("first", 4);
        flock.add("second", 4);

        assertThat(flock.serve(4)).contains("first", "second");
    }

    @Test
    void aRoundInWhichEverybodyOwesCostsNoSearch() {
        Flock flock = new Flock(1, 4);
        for (int key = 0; key < 1000; key++) {
            flock.add("key" + key, 10);
        }
        List<String> served = flock.serve(10_000);

        assertThat(served).hasSize(10_000);
        assertThat(flock.round().activeFlows()).isZero();
    }
}
