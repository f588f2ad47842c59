package io.fila.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A round is as short as the deliveries that can be made at the moment allow. */
final class RoundLengthTest {
    private static final int NO_HEAD_START = 0;

    @Test
    void consumerThatTakesOneAtATimeIsServedInRoundsOfOneDeliveryAKey() {
        Flock flock = new Flock(1000, NO_HEAD_START);
        flock.add("noisy", 1000);
        flock.add("other", 1000);

        for (int i = 0; i < 20; i++) {
            flock.round().expect(1);
            assertThat(flock.serve()).isEqualTo(i % 2 == 0 ? "noisy" : "other");
            assertThat(flock.round().roundQuantum()).isEqualTo(1);
        }
    }

    @Test
    void roundThatFitsIntoWhatCanBeDeliveredIsServedInSlices() {
        Flock flock = new Flock(1000, NO_HEAD_START);
        flock.add("a", 1, 1000);
        flock.add("b", 3, 1000);

        flock.round().expect(40);

        assertThat(flock.serve(10)).containsOnly("a");
        assertThat(flock.serve(30)).containsOnly("b");
        assertThat(flock.round().roundQuantum()).isEqualTo(10);
    }

    @Test
    void configuredQuantumIsTheUpperBound() {
        Flock flock = new Flock(5, NO_HEAD_START);
        flock.add("a", 100);
        flock.add("b", 100);

        flock.round().expect(256);

        assertThat(flock.serve(10)).containsExactly("a", "a", "a", "a", "a", "b", "b", "b", "b", "b");
    }

    @Test
    void sharesAreExactThoughRoundsDiffer() {
        Flock flock = new Flock(1000, NO_HEAD_START);
        for (int weight = 1; weight <= 5; weight++) {
            flock.add("w" + weight, weight, 100_000);
        }
        int served = 0;
        for (int i = 0; i < 1000; i++) {
            int atHand = 1 + i % 100;
            flock.round().expect(atHand);
            served += flock.serve(atHand).size();
        }
        int rest = (15 - served % 15) % 15;
        flock.round().expect(rest);
        flock.serve(rest);

        int unit = (served + rest) / 15;
        for (int weight = 1; weight <= 5; weight++) {
            assertThat(100_000 - flock.flow("w" + weight).pending()).isEqualTo((long) unit * weight);
        }
    }

    @Test
    void parkedKeysMakeTheRoundOfTheOthersNoShorter() {
        Flock flock = new Flock(1000, NO_HEAD_START);
        flock.add("a", 100);
        for (int key = 0; key < 9; key++) {
            flock.round().park(flock.add("throttled" + key, 1));
        }

        flock.round().expect(50);

        assertThat(flock.serve(50)).hasSize(50);
        assertThat(flock.round().roundQuantum()).isEqualTo(50);
    }

    @Test
    void beyondSoManyKeysAVisitServesMoreThanOne() {
        Flock flock = new Flock(1000, NO_HEAD_START);
        for (int key = 0; key <= 2 * DeficitRoundRobin.KEYS_A_QUANTUM; key++) {
            flock.add("key" + key, 4);
        }

        flock.round().expect(1);
        flock.serve();

        assertThat(flock.round().roundQuantum()).isEqualTo(3);
    }
}
