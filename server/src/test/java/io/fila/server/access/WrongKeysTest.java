package io.fila.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WrongKeysTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private long nowNanos;
    private final WrongKeys wrongKeys = new WrongKeys(() -> nowNanos);

    @Test
    void aFewAreAnsweredAtOnceAndFurtherOnesWait() {
        for (int i = 0; i < 10; i++) {
            assertThat(wrongKeys.note(HERE)).isEqualTo(Duration.ZERO);
        }

        assertThat(wrongKeys.note(HERE)).isEqualTo(WrongKeys.DELAY);
        assertThat(wrongKeys.count()).isEqualTo(11);
    }

    @Test
    void mistakesAreForgivenWithTime() {
        for (int i = 0; i < 11; i++) {
            var _ = wrongKeys.note(HERE);
        }
        nowNanos += Duration.ofSeconds(60).toNanos();

        assertThat(wrongKeys.note(HERE)).isEqualTo(Duration.ZERO);
    }

    @Test
    void onlySoManyAnswersWaitAtOnce() {
        int waiting = 0;
        for (int i = 0; i < 2000; i++) {
            waiting += wrongKeys.note(HERE).isZero() ? 0 : 1;
        }
        assertThat(waiting).isEqualTo(1000);

        wrongKeys.answered(HERE);

        assertThat(wrongKeys.note(HERE)).isEqualTo(WrongKeys.DELAY);
    }
}
