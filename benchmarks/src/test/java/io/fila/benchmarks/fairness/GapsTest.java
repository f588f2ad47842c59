package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GapsTest {
    private final Gaps gaps = new Gaps(2, 100);

    @Test
    void theLargestGapOfAnyTenantIsFound() {
        gaps.served(0, 110);
        gaps.served(1, 120);
        gaps.served(0, 150);
        gaps.served(1, 130);
        gaps.end(155);

        assertThat(gaps.percentileNanos(100)).isEqualTo(40);
        assertThat(gaps.served()).isEqualTo(4);
    }

    @Test
    void aTenantThatIsNeverServedHasAGapToo() {
        gaps.served(0, 110);
        gaps.end(200);

        assertThat(gaps.percentileNanos(100)).isEqualTo(100);
    }

    @Test
    void servicesBeforeTheBeginningDoNotCount() {
        gaps.served(0, 99);

        assertThat(gaps.served()).isZero();
    }
}
