package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskGaugeTest {
    private static final long MARK = 1000;

    private long freeBytes;

    @Test
    void isLowBelowTheMarkAndRecoversOnlyWellAboveIt() {
        DiskGauge gauge = new DiskGauge(() -> freeBytes, MARK);

        assertThat(isLowAt(gauge, MARK)).isFalse();
        assertThat(isLowAt(gauge, MARK - 1)).isTrue();
        assertThat(isLowAt(gauge, MARK)).isTrue();
        assertThat(isLowAt(gauge, MARK + MARK / 4 - 1)).isTrue();
        assertThat(isLowAt(gauge, MARK + MARK / 4)).isFalse();
        assertThat(isLowAt(gauge, MARK)).isFalse();
    }

    @Test
    void looksMoreOftenTheCloserTheMark() {
        DiskGauge gauge = new DiskGauge(() -> freeBytes, MARK);

        assertThat(pauseAt(gauge, MARK + (4L << 30))).isEqualTo(Duration.ofSeconds(1));
        assertThat(pauseAt(gauge, MARK + (500L << 20))).isEqualTo(Duration.ofMillis(500));
        assertThat(pauseAt(gauge, MARK)).isEqualTo(Duration.ofMillis(50));
        assertThat(pauseAt(gauge, Long.MAX_VALUE)).isEqualTo(Duration.ofSeconds(1));
        assertThat(pauseAt(gauge, 0)).as("once enqueues are refused").isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void readsTheDiskOfTheDirectory(@TempDir Path directory) {
        assertThat(gaugeOf(directory, 0).isLow()).isFalse();
        assertThat(gaugeOf(directory, Long.MAX_VALUE / 2).isLow()).isTrue();
    }

    private static DiskGauge gaugeOf(Path directory, long minFreeBytes) {
        StorageSettings usual = StorageSettings.defaults();
        return DiskGauge.of(
                directory,
                new StorageSettings(usual.durability(), minFreeBytes, usual.cacheBytes(), usual.writeBufferBytes()));
    }

    private Duration pauseAt(DiskGauge gauge, long free) {
        isLowAt(gauge, free);
        return gauge.pause();
    }

    private boolean isLowAt(DiskGauge gauge, long free) {
        freeBytes = free;
        return gauge.isLow();
    }
}
