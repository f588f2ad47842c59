package io.fila.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Seeds that once broke a law; what they found has a test of its own in {@code core}. */
final class SeedsThatFoundBugsTest {
    /** Leased, nacked and leased again within one instant, a message left no record of its attempt. */
    @Test
    void attemptOfAMessageThatEndsWhereItBeganIsRecorded() {
        assertHolds(1);
    }

    /** Behind messages with as many sets of throttles as a flow has lanes, dead letters were not found by a redrive. */
    @Test
    void deadLettersHaveALaneOfTheirOwn() {
        assertHolds(1794776996734L);
    }

    /** A move of one of several messages that waited for their moments took another one. */
    @Test
    void scheduledMessageThatIsMovedIsTheOneThatWasMeant() {
        assertHolds(547);
    }

    /** Having delivered some messages and dropped others that were too old, a queue rested with work left. */
    @Test
    void queueThatDeliversAndDropsInOneTurnGoesOn() {
        assertHolds(728);
    }

    /** Put back into its lane while its key waited for tokens, a dead letter lay there. */
    @Test
    void deadLetterThatCouldNotGoBackIsDelivered() {
        assertHolds(1794786752561L);
    }

    /** A key that was emptied and came back in one turn counted its positions anew. */
    @Test
    void positionsAreNotUsedTwiceInATurn() {
        assertHolds(1794787327297L);
    }

    /** A message that was too old, and stood behind others that were not, lived again in the queue it was moved to. */
    @Test
    void messageThatIsTooOldIsNotMoved() {
        assertHolds(1794800545798L);
    }

    /** A page was sent for although its only message had been cancelled, and its queue deleted, while it waited its turn. */
    @Test
    void pageOfAKeyThatIsGoneIsNotSentFor() {
        assertHolds(2141);
    }

    /** Rounds that had paid what an idle key owed were counted again by the lower weight it came back with. */
    @Test
    void whatRoundsPaidForAnIdleKeyIsPaidWhateverItWeighsLater() {
        assertHolds(2930);
    }

    /** Moved within its queue while the schedule was read from disk, a scheduled message was forgotten until the next restart. */
    @Test
    void scheduledMessageThatMovesWithinItsQueueWhileAPageIsReadIsNotForgotten() {
        assertHolds(734033);
    }

    /** When the last messages of a lane that waited for tokens were damaged, it stood in line for ever. */
    @Test
    void laneWithoutMessagesWaitsForNoToken() {
        assertHolds(742589);
    }

    /** A node whose ticks were faster than the leader's was further ahead the longer it had run, when it took the lead. */
    @Test
    void ticksThatAreTooFastDoNotAddUpToALeadAheadOfTime() {
        assertHolds(538, 3);
    }

    private static void assertHolds(long seed) {
        assertHolds(seed, 1);
    }

    private static void assertHolds(long seed, int nodes) {
        Verdict verdict = Simulation.check(seed, nodes);

        assertThat(verdict.passed()).as(verdict::report).isTrue();
    }
}
