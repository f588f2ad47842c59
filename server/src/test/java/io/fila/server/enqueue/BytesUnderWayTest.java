package io.fila.server.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BytesUnderWayTest {
    private final BytesUnderWay underWay = new BytesUnderWay(100);

    @Test
    void roomIsTakenUpToTheLimitAndGivenBack() {
        assertThat(underWay.take(60)).isTrue();
        assertThat(underWay.take(40)).isTrue();
        assertThat(underWay.take(1)).isFalse();

        underWay.giveBack(40);

        assertThat(underWay.take(40)).isTrue();
    }

    @Test
    void oneMessageLargerThanTheLimitStillFitsAlone() {
        assertThat(underWay.take(500)).isTrue();
        assertThat(underWay.take(1)).isFalse();

        underWay.giveBack(500);

        assertThat(underWay.take(1)).isTrue();
        assertThat(underWay.take(500)).isFalse();
    }
}
