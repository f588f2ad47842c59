package io.fila.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the round tells of itself, and who takes part in it. */
final class RoundFiguresTest {
    @Test
    void activeFlowsAreListedOnceInTheOrderOfTheRoundThoseThatWaitLast() {
        Flock flock = new Flock(2, 0);
        flock.add("a", 3);
        flock.add("b", 3);
        flock.add("c", 3);
        flock.serve(1);
        flock.round().park(flock.flow("b"));
        flock.add("d", 3);

        assertThat(keys(flock.round().active(10))).containsExactly("a", "c", "d", "b");
        assertThat(keys(flock.round().active(4))).containsExactly("a", "c", "d", "b");
        assertThat(keys(flock.round().active(3))).containsExactly("a", "c", "d");
        assertThat(keys(flock.round().active(1))).containsExactly("a");
        assertThat(flock.round().activeFlows()).isEqualTo(4);
    }

    @Test
    void flowThatAwaitsItsHeadsIsListedWithItsRound() {
        Flock flock = new Flock(2, 0);
        flock.add("a", 3);
        flock.add("b", 3);
        flock.serve(1);
        flock.round().awaitHeads(flock.flow("a"));

        assertThat(keys(flock.round().active(10))).containsExactly("b", "a");
        assertThat(flock.serve(2)).containsExactly("b", "b");
        assertThat(flock.serve()).as("the round does not end without it").isNull();
        assertThat(flock.round().resume(flock.flow("a"))).isTrue();
        assertThat(flock.serve()).isEqualTo("a");
    }

    @Test
    void newcomerWhoseHeadsAreOnDiskDoesNotGoAhead() {
        Flock flock = new Flock(10, 4);
        flock.add("a", 20);
        flock.serve(6);
        Flow quiet = flock.add("b", 2);

        flock.round().awaitHeads(quiet);

        assertThat(flock.serve(4)).containsOnly("a");
    }

    @Test
    void weightsOfThoseThatTakePartAreAddedUp() {
        Flock flock = new Flock(1, 0);
        Flow two = flock.add("two", 2, 5);
        Flow three = flock.add("three", 3, 5);
        assertThat(flock.round().activeWeight()).isEqualTo(5);

        flock.round().weigh(two, 7);
        assertThat(flock.round().activeWeight()).isEqualTo(10);
        flock.round().park(three);
        assertThat(flock.round().activeWeight()).isEqualTo(7);
        flock.round().weigh(three, 4);
        assertThat(flock.round().activeWeight()).isEqualTo(7);
        flock.round().resume(three);
        assertThat(flock.round().activeWeight()).isEqualTo(11);
        flock.round().deactivate(two);
        assertThat(flock.round().activeWeight()).isEqualTo(4);
        flock.round().deactivate(two);
        assertThat(flock.round().activeFlows()).isEqualTo(1);
    }

    @Test
    void othersAheadAreWholeRoundsOfTheOthers() {
        Flock flock = new Flock(2, 0);
        Flow first = flock.add("a", 3);
        Flow second = flock.add("b", 2, 9);
        assertThat(flock.serve()).isEqualTo("a");

        // One delivery is left of this round; then whole rounds go by, in each of which the other has four.
        assertThat(flock.round().deficit(first)).isEqualTo(1);
        assertThat(flock.round().othersAhead(first, 0)).isZero();
        assertThat(flock.round().othersAhead(first, 1)).isEqualTo(4);
        assertThat(flock.round().othersAhead(first, 2)).isEqualTo(4);
        assertThat(flock.round().othersAhead(first, 3)).isEqualTo(8);
        assertThat(flock.round().othersAhead(second, 3)).isZero();
        assertThat(flock.round().othersAhead(second, 4)).isEqualTo(2);
    }

    @Test
    void parkedFlowIsResumedOnceAndAFlowThatTakesPartIsNot() {
        Flock flock = new Flock(1, 0);
        Flow flow = flock.add("a", 3);
        assertThat(flock.round().resume(flow)).isFalse();

        flock.round().park(flow);
        assertThat(flock.serve()).isNull();
        assertThat(flock.round().resume(flow)).isTrue();
        assertThat(flock.round().resume(flow)).isFalse();
        assertThat(flock.serve()).isEqualTo("a");
        flock.round().deactivate(flow);
        assertThat(flock.round().resume(flow)).isFalse();
    }

    @Test
    void flowThatWasParkedGetsNothingOfTheRoundsThatWentBy() {
        Flock flock = new Flock(2, 0);
        flock.add("a", 20);
        Flow parked = flock.add("b", 20);
        flock.serve(1);
        flock.round().park(parked);
        flock.serve(7);

        flock.round().resume(parked);

        assertThat(Flock.count(flock.serve(8))).containsEntry("b", 4);
    }

    @Test
    void roundRemembersWhoWasServedInItAndWhoOwes() {
        Flock flock = new Flock(2, 4);
        flock.add("a", 20);
        flock.serve(1);
        Flow quiet = flock.add("b", 1);
        Flow other = flock.flow("c");
        flock.serve(2);
        assertThat(quiet.isActive()).isFalse();

        assertThat(flock.round().remembers(quiet)).as("it went ahead").isTrue();
        assertThat(flock.round().remembers(other)).as("nobody knows it").isFalse();
        flock.serve(6);
        assertThat(flock.round().remembers(quiet)).as("rounds have paid for it").isFalse();
    }

    @Test
    void roundIsNoLongerThanTheQuantumAndWhatCanBeDelivered() {
        Flock flock = new Flock(5, 0);
        flock.add("a", 20);
        flock.add("b", 20);
        flock.round().expect(6);
        flock.serve(1);
        assertThat(flock.round().roundQuantum()).isEqualTo(3);
        assertThat(flock.round().quantum()).isEqualTo(5);

        flock.round().expect(100);
        flock.serve(6);
        assertThat(flock.round().roundQuantum()).isEqualTo(5);
        flock.round().configure(0, 0);
        assertThat(flock.round().quantum()).as("at least one").isEqualTo(1);
        assertThat(flock.round().roundQuantum()).isEqualTo(1);
    }

    private static List<String> keys(List<Flow> flows) {
        return flows.stream().map(Flow::key).toList();
    }
}
