package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ElasticityTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Elasticity elasticity = new Elasticity(2, 5, 0);

    @Test
    void growsByOneASecondFromSixtyPercentOnAndStopsAtTheMost() {
        assertThat(sizes(0.6, 1, 2, 3, 4, 5)).containsExactly(3, 4, 5, 5, 5);
    }

    @Test
    void shrinksByOneASecondBelowFortyPercentAndStopsAtTheBase() {
        sizes(1, 1, 2, 3);

        assertThat(sizes(0.399, 4, 5, 6, 7)).containsExactly(4, 3, 2, 2);
    }

    @Test
    void staysAsItIsInBetween() {
        sizes(1, 1, 2);

        assertThat(sizes(0.4, 3, 4, 5)).containsOnly(4);
        assertThat(sizes(0.599, 6, 7, 8)).containsOnly(4);
    }

    @Test
    void moreQuestionsThanOneASecondChangeNothing() {
        for (long nanos = 0; nanos <= 2 * SECOND; nanos += SECOND / 100) {
            elasticity.adjust(1, nanos);
        }

        assertThat(elasticity.adjust(1, 2 * SECOND)).isEqualTo(4);
    }

    @Test
    void aLateQuestionIsOneStepAndNoMore() {
        assertThat(sizes(1, 100)).containsExactly(3);
    }

    private int[] sizes(double fill, int... seconds) {
        int[] sizes = new int[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            sizes[i] = elasticity.adjust(fill, seconds[i] * SECOND);
        }
        return sizes;
    }
}
