package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StampTest {
    @Test
    void aPayloadTellsWhatWasStamped() {
        Stamp stamp = new Stamp(true, 1_000_000, Long.MIN_VALUE);

        assertThat(stamp.payload(1024)).hasSize(1024);
        assertThat(Stamp.of(stamp.payload(1024))).isEqualTo(stamp);
    }

    @Test
    void aPayloadIsAtLeastAsLargeAsItsStamp() {
        Stamp stamp = new Stamp(false, 7, 5);

        assertThat(Stamp.of(stamp.payload(0))).isEqualTo(stamp);
    }
}
