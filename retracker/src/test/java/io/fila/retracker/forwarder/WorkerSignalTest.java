package io.fila.retracker.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WorkerSignalTest {
    @Test
    void fullQueueAsksForMoreWorkersACalmOneForFewerAndBetweenThemNothingChanges() {
        WorkerSignal signal = new WorkerSignal(60);

        assertThat(signal.of(100)).isEqualTo(WorkerSignal.Step.MORE);
        assertThat(signal.of(60)).isEqualTo(WorkerSignal.Step.MORE);
        assertThat(signal.of(59.9)).isEqualTo(WorkerSignal.Step.STAY);
        assertThat(signal.of(40)).isEqualTo(WorkerSignal.Step.STAY);
        assertThat(signal.of(39.9)).isEqualTo(WorkerSignal.Step.FEWER);
    }

    @Test
    void zeroSwitchesItOff() {
        assertThat(new WorkerSignal(0).of(100)).isEqualTo(WorkerSignal.Step.STAY);
    }
}
