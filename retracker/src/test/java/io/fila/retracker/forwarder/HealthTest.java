package io.fila.retracker.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HealthTest {
    private static final long PAUSE = 300_000;

    private final Health health = new Health(3, Duration.ofMinutes(5));

    @Test
    void failuresInARowUpToTheThresholdChangeNothing() {
        fail(2, 0);
        health.answered();
        fail(2, 0);

        assertThat(health.state(0)).isEqualTo(Health.State.ACTIVE);
        assertThat(health.failures()).isEqualTo(4);
        assertThat(health.failuresInRow()).isEqualTo(2);
    }

    @Test
    void afterTooManyItIsLeftAloneAndThenAskedAgain() {
        fail(3, 1_000);

        assertThat(health.state(1_000 + PAUSE - 1)).isEqualTo(Health.State.SUSPENDED);
        assertThat(health.mayBeAsked(1_000 + PAUSE)).isTrue();
    }

    @Test
    void pausesGrowWhileItFailsAndStopGrowing() {
        long now = 0;
        fail(2, now);
        for (int factor : new int[] {1, 2, 4, 8, 16, 16, 16}) {
            fail(1, now);
            assertThat(health.mayBeAsked(now + factor * PAUSE - 1)).isFalse();
            now += factor * PAUSE;
            assertThat(health.mayBeAsked(now)).isTrue();
        }
        health.answered();
        fail(2, now);
        assertThat(health.mayBeAsked(now)).isTrue();
        fail(1, now);
        assertThat(health.mayBeAsked(now + PAUSE)).as("all is forgotten").isTrue();
    }

    @Test
    void failuresOfWhatWasUnderWayMakeThePauseNoLonger() {
        fail(3, 0);
        fail(3, 1);
        assertThat(health.mayBeAsked(PAUSE)).isTrue();

        fail(1, PAUSE);
        fail(3, PAUSE + 1);
        assertThat(health.mayBeAsked(3 * PAUSE - 1)).isFalse();
        assertThat(health.mayBeAsked(3 * PAUSE)).isTrue();
    }

    @Test
    void busyForwarderIsLeftAloneAsLongAsItAsksOrAsUsual() {
        health.busy("Status 429.", Duration.ofSeconds(7), 0);
        assertThat(health.mayBeAsked(6_999)).isFalse();
        assertThat(health.mayBeAsked(7_000)).isTrue();

        health.busy("Status 503.", Duration.ZERO, 7_000);
        assertThat(health.mayBeAsked(7_000 + PAUSE - 1)).isFalse();
        health.busy("Status 429.", Duration.ofSeconds(1), 8_000);
        assertThat(health.mayBeAsked(7_000 + PAUSE - 1))
                .as("the longest pause counts")
                .isFalse();
        assertThat(health.lastFailure()).isEqualTo("Status 429.");
    }

    @Test
    void disabledForwarderComesBackOnlyByHand() {
        health.disable("Never.");
        assertThat(health.state(Long.MAX_VALUE)).isEqualTo(Health.State.DISABLED);

        health.enable();
        assertThat(health.state(0)).isEqualTo(Health.State.ACTIVE);
    }

    private void fail(int times, long nowMillis) {
        for (int i = 0; i < times; i++) {
            health.failed("It hangs.", nowMillis);
        }
    }
}
