package io.fila.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ArgumentsTest {
    private static final long SOME_SEED = 77;

    @Test
    void oneSeedIsARangeOfOne() {
        Arguments arguments = parse("--seed", "42", "--trace");

        assertThat(arguments.firstSeed()).isEqualTo(42);
        assertThat(arguments.lastSeed()).isEqualTo(42);
        assertThat(arguments.trace()).isTrue();
    }

    @Test
    void rangeIncludesBothEnds() {
        Arguments arguments = parse("--seeds", "3..9");

        assertThat(arguments.firstSeed()).isEqualTo(3);
        assertThat(arguments.lastSeed()).isEqualTo(9);
    }

    @Test
    void timeAloneBeginsAtSomeSeedAndHasNoLast() {
        Arguments arguments = parse("--minutes", "5");

        assertThat(arguments.firstSeed()).isEqualTo(SOME_SEED);
        assertThat(arguments.lastSeed()).isEqualTo(Long.MAX_VALUE);
        assertThat(arguments.time()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void numberOfNodesIsTheSeedsAffairUnlessItIsGiven() {
        assertThat(parse("--seeds", "3..9").nodes()).isZero();
        assertThat(parse("--nodes", "3").nodes()).isEqualTo(3);
    }

    @Test
    void whatIsNoOptionIsNamed() {
        assertThatThrownBy(() -> parse("--speed")).hasMessageContaining("--speed");
        assertThatThrownBy(() -> parse("--seeds", "7")).hasMessageContaining("A..B");
        assertThatThrownBy(() -> parse("--seed", "many")).hasMessageContaining("many");
        assertThatThrownBy(() -> parse("--minutes")).hasMessageContaining("after --minutes");
    }

    private static Arguments parse(String... words) {
        return Arguments.parse(words, SOME_SEED);
    }
}
