package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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

    private boolean isLowAt(DiskGauge gauge, long free) {
        freeBytes = free;
        return gauge.isLow();
    }
}
