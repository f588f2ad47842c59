package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class OccupancyTest {
    private static final Offset<Double> EXACT = within(1e-9);

    private final Occupancy occupancy = new Occupancy(0);

    @Test
    void countsTheTimeThatWorkersWereBusy() {
        occupancy.change(1, 20);
        occupancy.change(1, 60);
        occupancy.change(-2, 80);

        assertThat(occupancy.measure(2, 100)).isCloseTo((40 + 2 * 20) / 200.0, EXACT);
    }

    @Test
    void eachMeasureBeginsWhereTheLastOneEnded() {
        occupancy.change(2, 0);

        assertThat(occupancy.measure(4, 10)).isCloseTo(0.5, EXACT);
        occupancy.change(-2, 10);
        assertThat(occupancy.measure(4, 20)).isCloseTo(0, EXACT);
        assertThat(occupancy.busy()).isZero();
    }

    @Test
    void withoutTimeItIsWhatIsBusyNow() {
        occupancy.change(3, 0);

        assertThat(occupancy.measure(4, 0)).isCloseTo(0.75, EXACT);
    }
}
