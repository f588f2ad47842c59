package io.fila.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lives in which the broker was right and the simulator's own account of them was not. */
final class SeedsThatMisledTheAccountTest {
    @ParameterizedTest
    @ValueSource(
            longs = {
                // The weight of a key that had only leased messages could not be seen at the end of the turn.
                1794786755819L,
                // A message that had gone earlier in the turn than was thought gave up the dedup key of its successor.
                1794788024511L,
                // Of two that left, the purge was thought to have taken the one that was too old.
                1794788026949L,
                // Who deleted what can't be told of a turn with a purge that has waited and another.
                1794788404325L,
                // A queue that is changed lets go whom it held back.
                1794788404580L,
                // Lanes that stood at a bucket had gone when a wait was judged by their number.
                1794788405246L,
                // A message that was too old was crowded out after its queue had been changed to drop the oldest.
                1794800530883L,
                // In a queue that was deleted later in the turn, one that was too old had made room for another.
                1794800531474L,
                // A dedup key that outlived a restart and was taken again is still looked after when its window is
                // over.
                1794800532786L,
                // A dead letter that was too old had left before a redrive, in a queue that was deleted later in the
                // turn.
                1794800537852L,
                // Those too old in a queue that was deleted later in the turn were counted until then.
                1794800546566L,
                // One that is too old is not found by a move although it still stands first.
                1794805811749L,
                // Dead letters were redriven, then purged, and the queue they came from was deleted.
                1794805811994L,
                // One that stood first in the line of a redrive, and had no room for its key, was too old.
                1794805815165L,
                // Who was crowded out was a guess, and the queue was unlimited when the turn was over.
                1794805816354L,
                // A message that was moved had not been crowded out before.
                1794805817241L,
                // Of those that left, a purge took one and another was crowded out.
                1794805817941L,
                // All keys waited for a bucket that was then removed: the round began anew.
                1794805820473L,
                // A dead letter came before or after a redrive took the last one, and with it the weight.
                1794805825085L,
                // A message was moved, crowded out there, and the queue it came from was deleted.
                1794805827588L,
                // A reminder went off in a turn that had no time left for it.
                1325
            })
    void lifeIsInOrder(long seed) {
        Verdict verdict = Simulation.check(seed);

        assertThat(verdict.passed()).as(verdict::report).isTrue();
    }
}
