package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AllowanceTest {
    private static final long MIB = 1 << 20;

    /** What RocksDB asks for before it compacts: twice the input, and a write buffer. */
    @ParameterizedTest
    @ValueSource(longs = {16, 48, 512, 4096, 1 << 20})
    void twoLevelsOfTheFirstCompactionFitTwiceIntoTheSpareRoomBesideTheLog(long spareMib) {
        Allowance allowance = new Allowance(64 * MIB, 64 * MIB, spareMib * MIB);

        long input = 2 * allowance.compactionBytes();
        assertThat(2 * input + allowance.tableBytes() + allowance.buffersBytes())
                .isLessThanOrEqualTo(spareMib * MIB);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 16 * MIB, Long.MAX_VALUE})
    void anySpareRoomGivesUsableSizes(long spareBytes) {
        Allowance allowance = new Allowance(64 * MIB, 4 * MIB, spareBytes);

        assertThat(allowance.tableBytes()).isBetween(MIB / 4, 64 * MIB);
        assertThat(allowance.buffersBytes()).isBetween(MIB, 4 * MIB);
    }
}
