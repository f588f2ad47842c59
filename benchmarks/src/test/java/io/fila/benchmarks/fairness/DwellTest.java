package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DwellTest {
    private final Dwell dwell = new Dwell();

    @Test
    void percentilesAreInMilliseconds() {
        for (int millis = 1; millis <= 100; millis++) {
            dwell.delivered(TimeUnit.MILLISECONDS.toNanos(millis));
        }

        assertThat(dwell.percentile(50).millis()).isCloseTo(50, within(0.1));
        assertThat(dwell.percentile(99).millis()).isCloseTo(99, within(0.1));
        assertThat(dwell.max().millis()).isCloseTo(100, within(0.1));
        assertThat(dwell.max().atLeast()).isFalse();
    }

    @Test
    void messagesThatNobodyHandledCountWithTheirAge() {
        dwell.delivered(TimeUnit.MILLISECONDS.toNanos(1));
        dwell.undelivered(TimeUnit.SECONDS.toNanos(3));

        assertThat(dwell.count()).isEqualTo(2);
        assertThat(dwell.undelivered()).isEqualTo(1);
        assertThat(dwell.max().millis()).isCloseTo(3000, within(3.0));
    }

    @Test
    void figuresThatTheyMayStillRaiseAreLowerBounds() {
        dwell.delivered(TimeUnit.MILLISECONDS.toNanos(1));
        dwell.delivered(TimeUnit.MILLISECONDS.toNanos(2));
        dwell.undelivered(TimeUnit.MILLISECONDS.toNanos(3));

        assertThat(dwell.percentile(50).atLeast()).isFalse();
        assertThat(dwell.percentile(99).atLeast()).isTrue();
    }
}
