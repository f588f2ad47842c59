package io.fila.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceContextTest {
    @Test
    void headerIsReadAsTheW3cWritesIt() {
        assertThat(TraceContext.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
                .isEqualTo(new TraceContext(0x0af7651916cd43ddL, 0x8448eb211c80319cL, 0xb7ad6b7169203331L, true));
        assertThat(TraceContext.parse("00-00000000000000000000000000000001-0000000000000001-02"))
                .isEqualTo(new TraceContext(0, 1, 1, false));
    }

    @Test
    void laterVersionsMayHaveMore() {
        assertThat(TraceContext.parse("01-00000000000000000000000000000001-0000000000000001-01-more"))
                .isEqualTo(new TraceContext(0, 1, 1, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
            })
    void anythingElseIsNone(String header) {
        assertThat(TraceContext.parse(header)).isNull();
    }
}
