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
}
