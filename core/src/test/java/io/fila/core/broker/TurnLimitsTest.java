package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A turn does as much of each kind as it may, not one less and not one more; the rest follows at once. */
final class TurnLimitsTest {
    private static final int TIMERS = 3;
    private static final int MESSAGES = 5;

    private final Rig rig = new Rig(new BrokerSettings(
            10, 0, Limits.defaults().but().timersPerTurn(TIMERS).limits()));

    @Test
    void leasesThatEnd() {
        rig.create("orders");
        fill(EnqueueOptions.NONE);
        rig.consume("orders", MESSAGES).detach();

        expectInOneTurn(Cause.LEASE_EXPIRED);
    }

    @Test
    void messagesThatBecomeDue() {
        rig.create("orders");
        fill(new EnqueueOptions(Duration.ofMinutes(1).toNanos(), 0, 0, ""));

        expectInOneTurn(Cause.CAME_DUE);
    }

    @Test
    void messagesThatBecomeTooOld() {
        rig.create("orders");
        fill(new EnqueueOptions(0, 0, Duration.ofMinutes(1).toNanos(), ""));

        expectInOneTurn(Cause.EXPIRED);
    }

    private void fill(EnqueueOptions options) {
        for (int i = 0; i < MESSAGES; i++) {
            rig.offer("orders", "a", options, "message").value();
        }
    }

    private void expectInOneTurn(Cause cause) {
        rig.steps();
        rig.clock(Duration.ofHours(1));

        Turn first = rig.turn(List.of());

        assertThat(count(cause)).isEqualTo(TIMERS);
        assertThat(first.workLeft()).isTrue();
        rig.turn(List.of());
        assertThat(count(cause)).isEqualTo(MESSAGES - TIMERS);
    }

    private long count(Cause cause) {
        return rig.steps().stream()
                .filter(step -> step instanceof Step.Moved move && move.cause() == cause)
                .count();
    }
}
