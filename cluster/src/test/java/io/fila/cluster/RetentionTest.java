package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RetentionTest {
    private static final int MEGABYTE = 1 << 20;

    private final Retention retention = new Retention(10L * MEGABYTE);

    private void apply(int count) {
        for (int index = 0; index < count; index++) {
            retention.applied(index, MEGABYTE);
        }
    }

    @Test
    void whatIsLessThanTheRetainedBytesStays() {
        apply(10);

        assertThat(retention.purgeable(9)).isEqualTo(-1);
    }

    @Test
    void whatIsOlderMayGoAsFarAsItIsPersisted() {
        apply(30);

        assertThat(retention.purgeable(5)).isEqualTo(5);
        assertThat(retention.purgeable(29)).isEqualTo(19);
        assertThat(retention.purgeable(29)).isEqualTo(-1);
    }

    @Test
    void whatFollowsACopyStaysUntilTheCopyIsFetched() {
        apply(30);
        retention.hold(3);

        assertThat(retention.purgeable(29)).isEqualTo(3);
        retention.release();
        assertThat(retention.purgeable(29)).isEqualTo(19);
    }
}
