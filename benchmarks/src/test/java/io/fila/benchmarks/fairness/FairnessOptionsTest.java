package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairnessOptionsTest {
    @Test
    void aWholeRunIsPublished() {
        FairnessOptions options = FairnessOptions.parse(List.of("--launcher", "/older/fila"));

        assertThat(options.json()).isEqualTo(Path.of("docs/benchmarks/fairness.json"));
        assertThat(options.pictures()).isEqualTo(Path.of("docs/benchmarks"));
        assertThat(options.older()).isEqualTo(Path.of("/older/fila"));
        assertThat(options.covers("anything")).isTrue();
    }

    @Test
    void partOfARunDoesNotTakeItsPlace() {
        for (List<String> args :
                List.of(List.of("--quick"), List.of("--cases", "keys"), List.of("--without", "nats"))) {
            FairnessOptions options = FairnessOptions.parse(args);

            assertThat(options.json()).isEqualTo(Path.of("target/bench/fairness.json"));
            assertThat(options.pictures()).isEqualTo(Path.of("target/bench"));
        }
    }

    @Test
    void whereToWriteCanBeSaid() {
        FairnessOptions options =
                FairnessOptions.parse(List.of("--quick", "--svg", "pictures", "--json", "figures.json"));

        assertThat(options.json()).isEqualTo(Path.of("figures.json"));
        assertThat(options.pictures()).isEqualTo(Path.of("pictures"));
    }

    @Test
    void quickIsShorterUnlessToldOtherwise() {
        assertThat(FairnessOptions.parse(List.of("--quick")).time()).isEqualTo(Duration.ofSeconds(3));
        assertThat(FairnessOptions.parse(List.of("--seconds", "7", "--quick")).time())
                .isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void casesAreChosenByPartOfTheirName() {
        FairnessOptions options = FairnessOptions.parse(List.of("--cases", "^handler-|^gaps$"));

        assertThat(options.covers("handler-5ms")).isTrue();
        assertThat(options.covers("gaps")).isTrue();
        assertThat(options.covers("keys-100")).isFalse();
    }

    @Test
    void whatIsNotAnOptionIsNamed() {
        assertThatThrownBy(() -> FairnessOptions.parse(List.of("--fast", "yes")))
                .hasMessageContaining("but found --fast");
        assertThatThrownBy(() -> FairnessOptions.parse(List.of("--seconds")))
                .hasMessageContaining("but found --seconds");
    }
}
