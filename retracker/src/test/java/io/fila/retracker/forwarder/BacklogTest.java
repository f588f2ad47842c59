package io.fila.retracker.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class BacklogTest {
    private final Backlog backlog = new Backlog(10);

    @Test
    void whatIsOfferedCountsUntilItIsSeen() {
        see(4, Map.of("f", 3L));
        backlog.offering();
        assertThat(backlog.depth()).isEqualTo(5);
        assertThat(backlog.fillPercent()).isEqualTo(50);

        see(5, Map.of("f", 4L));
        assertThat(backlog.depth()).isEqualTo(5);
        assertThat(backlog.waiting("f")).isEqualTo(4);
        assertThat(backlog.waiting("another")).isZero();
    }

    @Test
    void whatIsNotKeptIsTakenBackAlsoAfterALook() {
        Runnable early = backlog.offering();
        early.run();
        assertThat(backlog.depth()).isZero();

        Runnable late = backlog.offering();
        see(7, Map.of());
        late.run();
        assertThat(backlog.depth())
                .as("what was seen is not made less by what came before")
                .isEqualTo(7);
    }

    @Test
    void whatIsOfferedDuringALookIsNotForgottenByIt() {
        backlog.beginLook();
        backlog.offering();
        backlog.endLook(9, Map.of());

        assertThat(backlog.depth()).isEqualTo(10);
        assertThat(backlog.isFull()).isTrue();
    }

    @Test
    void lookThatFailsLosesNothing() {
        see(3, Map.of("f", 3L));
        backlog.offering();
        backlog.beginLook();

        assertThat(backlog.depth()).isEqualTo(4);
        assertThat(backlog.waiting("f")).isEqualTo(3);
    }

    private void see(long depth, Map<String, Long> byForwarder) {
        backlog.beginLook();
        backlog.endLook(depth, byForwarder);
    }
}
