package io.fila.benchmarks.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReportTest {
    private static final Figure OURS = Figure.of("Fila, Java client", "os", "W1", new Throughput(200_000, 5, 2));

    @Test
    void contendersStandSideBySide() {
        assertThat(report(OURS, nats(90_000)).text())
                .contains("|  | Fila, Java client, os | NATS JetStream, os |", "| W1 | 200,000 | 90,000 |");
    }

    @Test
    void goalIsARatioInTheSameRun() {
        assertThat(report(OURS, nats(90_000)).text()).contains("| W1 | os | ≥ 2.00 × NATS JetStream | 2.22 | yes |");
        assertThat(report(OURS, nats(110_000)).text()).contains("| 1.82 | **no** |");
    }

    @Test
    void goalWithoutItsPeerIsNotJudged() {
        assertThat(report(OURS).text()).contains("| W1 | os | ≥ 2.00 × NATS JetStream | – | not measured |");
    }

    @Test
    void coldIsHeldAgainstItsOwnWarmFigure() {
        Figure cold = Figure.of("Fila, Java client", "os", "W1 cold", new Throughput(170_000, 5, 2));

        assertThat(report(OURS, cold).text()).contains("| W1 cold | os | ≥ 0.80 × its own W1 | 0.85 | yes |");
    }

    @Test
    void memoryIsABound() {
        Figure loaded = Figure.of("Fila, Java client", "os", "W5 loaded", 600, "MB");

        assertThat(report(loaded).text()).contains("| W5 loaded | os | ≤ 512 MB | 600 | **no** |");
    }

    @Test
    void peersThatCouldNotBeMeasuredAreNamed() {
        Report report = new Report(List.of(OURS), Map.of(), List.of("kafka: no jars"), List.of(), Duration.ZERO);

        assertThat(report.text()).contains("Not measured: kafka: no jars");
        assertThat(report.json()).contains("\"missing\": [\"kafka: no jars\"]");
    }

    @Test
    void growthIsHeldAgainstTheSmallestOfItsKind() {
        List<GrowthPoint> growth = List.of(
                new GrowthPoint("keys", 10, new Throughput(100_000, 8, 3), Double.NaN),
                new GrowthPoint("keys", 1_000_000, new Throughput(80_000, 9, 3), 50));

        assertThat(new Report(List.of(OURS), Map.of(), List.of(), growth, Duration.ZERO).text())
                .contains("| 1,000,000 keys | 80,000 | 80 % | 9.0 + 3.0 | 50 |");
    }

    private static Figure nats(double perSecond) {
        return Figure.of("NATS JetStream", "os", "W1", new Throughput(perSecond, 10, 6));
    }

    private static Report report(Figure... figures) {
        return new Report(List.of(figures), Map.of(), List.of(), List.of(), Duration.ofSeconds(1));
    }
}
