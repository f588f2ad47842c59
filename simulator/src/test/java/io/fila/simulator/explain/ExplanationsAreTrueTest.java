package io.fila.simulator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the broker says of why something waits, against what then happens. Longer: {@code ./fila simulate --explanations}. */
final class ExplanationsAreTrueTest {
    private static final long SITUATIONS = 250;

    @Test
    void everyExplanationOfManySituationsIsTrue() {
        long explanations =
                LongStream.range(0, SITUATIONS).map(ExplanationTrial::of).sum();

        assertThat(explanations).isGreaterThan(4_000);
    }

    /** Woken at one throttle, a lane does not wait in the line of another, which was said to be in its way. */
    @Test
    void whoIsWokenAtOneThrottleDoesNotWaitInASecondLine() {
        assertThat(ExplanationTrial.of(389)).isPositive();
        assertThat(ExplanationTrial.of(3547)).isPositive();
    }

    /** The same of a lane that does not wait at any throttle yet, because something else keeps it back. */
    @Test
    void whoWillBeWokenAtOneThrottleWillNotWaitInASecondLine() {
        assertThat(ExplanationTrial.of(24_507)).isPositive();
        assertThat(ExplanationTrial.of(24_578)).isPositive();
    }

    /** A token is lost while somebody who waits before it meets something else: it goes with the next. */
    @Test
    void rateThatIsNamedReleasesItThoughATokenIsLost() {
        assertThat(ExplanationTrial.of(8_296)).isPositive();
    }
}
