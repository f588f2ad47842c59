package io.fila.benchmarks.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WholeOptionsTest {
    @Test
    void quickIsShorterAndSmaller() {
        WholeOptions quick = WholeOptions.parse(List.of("--quick"));
        WholeOptions whole = WholeOptions.parse(List.of());

        assertThat(quick.time()).isLessThan(whole.time());
        assertThat(quick.thorough()).isFalse();
        assertThat(whole.thorough()).isTrue();
    }

    @Test
    void peersAreAsked() {
        WholeOptions options = WholeOptions.parse(List.of("--peers", "nats,redis", "--seconds", "3"));

        assertThat(options.peers()).containsExactly("nats", "redis");
        assertThat(options.time()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void someWorkloadsAloneLeaveOutTheRest() {
        WholeOptions options = WholeOptions.parse(List.of("--only", "w1,w4"));

        assertThat(options.only()).containsExactlyInAnyOrder(Workload.W1, Workload.W4_P50, Workload.W4_P99);
        assertThat(options.wants(Workload.W1_COLD)).isFalse();
        assertThat(options.wants("growth")).isFalse();
        assertThat(options.wants("group")).isTrue();
    }

    @Test
    void unknownWorkloadIsRefused() {
        assertThatThrownBy(() -> WholeOptions.parse(List.of("--only", "w9"))).hasMessageContaining("w9");
    }

    @Test
    void unknownPeerIsRefused() {
        assertThatThrownBy(() -> WholeOptions.parse(List.of("--peers", "nats,mosquitto")))
                .hasMessageContaining("mosquitto");
    }
}
