package io.fila.retracker.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WorkerScaleTest {
    private final WorkerScale scale = new WorkerScale(10, 20, 60);

    @Test
    void oneIsAddedEachTimeWhileTheQueueIsFullUpToTheMost() {
        int workers = 10;
        for (int second = 1; second <= 10; second++) {
            workers = scale.next(workers, 60);
            assertThat(workers).isEqualTo(10 + second);
        }
        assertThat(scale.next(workers, 100)).isEqualTo(20);
    }

    @Test
    void oneGoesEachTimeOnceTheQueueIsCalmButNeverBelowTheLeast() {
        assertThat(scale.next(20, 39.9)).isEqualTo(19);
        assertThat(scale.next(11, 0)).isEqualTo(10);
        assertThat(scale.next(10, 0)).isEqualTo(10);
    }

    @Test
    void betweenTheTwoNothingChanges() {
        assertThat(scale.next(15, 40)).isEqualTo(15);
        assertThat(scale.next(15, 59.9)).isEqualTo(15);
    }

    @Test
    void zeroSwitchesItOff() {
        assertThat(new WorkerScale(10, 20, 0).next(10, 100)).isEqualTo(10);
    }
}
