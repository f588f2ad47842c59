package io.fila.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LineLimitTest {
    private long nanos;
    private final LineLimit<String> lines = new LineLimit<>(() -> nanos);

    @Test
    void secondLineComesAfterAWhileAndCountsThoseKeptBack() {
        assertThat(lines.admit("orders")).isZero();
        assertThat(lines.admit("orders")).isEqualTo(LineLimit.NONE);
        nanos += LineLimit.QUIET.toNanos() - 1;
        assertThat(lines.admit("orders")).isEqualTo(LineLimit.NONE);
        nanos++;

        assertThat(lines.admit("orders")).isEqualTo(2);
        assertThat(lines.admit("orders")).isEqualTo(LineLimit.NONE);
    }

    @Test
    void everyThingHasItsOwnLines() {
        assertThat(lines.admit("orders")).isZero();
        assertThat(lines.admit("mail")).isZero();
        nanos += LineLimit.QUIET.toNanos();
        assertThat(lines.admit("mail")).isZero();
    }

    @Test
    void tooManyThingsAreForgotten() {
        for (int i = 0; i <= LineLimit.THINGS; i++) {
            assertThat(lines.admit("queue " + i)).isZero();
        }

        assertThat(lines.admit("queue 0")).isZero();
    }
}
