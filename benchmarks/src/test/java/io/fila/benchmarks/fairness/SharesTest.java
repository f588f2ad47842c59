package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharesTest {
    private static final long BEGIN = 1_000;
    private static final Duration WINDOW = Duration.ofNanos(100);

    private final Shares shares = new Shares(List.of(new Tenant("one", 1), new Tenant("three", 3)), BEGIN, WINDOW, 2);

    @Test
    void sharesAsWeighedDoNotDiffer() {
        serve(0, 1, BEGIN);
        serve(1, 3, BEGIN);
        serve(0, 2, BEGIN + 100);
        serve(1, 6, BEGIN + 100);

        assertThat(shares.largestDifferencePoints()).isCloseTo(0, within(1e-9));
        assertThat(shares.largestDifferencePercent()).isCloseTo(0, within(1e-9));
    }

    @Test
    void theWorstWindowAndTenantCount() {
        serve(0, 1, BEGIN);
        serve(1, 3, BEGIN);
        serve(0, 1, BEGIN + 199);
        serve(1, 1, BEGIN + 100);

        assertThat(shares.largestDifferencePoints()).isCloseTo(25, within(1e-9));
        assertThat(shares.largestDifferencePercent()).isCloseTo(100, within(1e-9));
    }

    @Test
    void aWindowInWhichNobodyWasServedIsWrong() {
        serve(0, 1, BEGIN);
        serve(1, 3, BEGIN);

        assertThat(shares.largestDifferencePoints()).isCloseTo(75, within(1e-9));
    }

    @Test
    void whatIsServedOutsideTheWindowsDoesNotCount() {
        serve(0, 7, BEGIN - 1);
        serve(0, 7, BEGIN + 200);
        serve(0, 1, BEGIN);
        serve(1, 3, BEGIN);
        serve(0, 1, BEGIN + 100);
        serve(1, 3, BEGIN + 100);

        assertThat(shares.largestDifferencePoints()).isCloseTo(0, within(1e-9));
        assertThat(shares.perSecond()).isCloseTo(8 * 1e9 / 200, within(1e-3));
    }

    private void serve(int tenant, int times, long nowNanos) {
        for (int i = 0; i < times; i++) {
            shares.served(tenant, nowNanos);
        }
    }
}
