package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Workload WORKLOAD = Workload.beside(Cases.BASE, 20_000, Duration.ofMillis(5));

    @Test
    void aGoalThatWasReachedIsMet() {
        assertThat(table(dwelling(Cases.FILA, true, 12))).contains("| handler-5ms | Fila | 12.0 |", "| ≤ 20.0 | yes |");
    }

    @Test
    void aGoalThatWasNotReachedIsNot() {
        assertThat(table(dwelling(Cases.FILA, true, 21))).contains("| ≤ 20.0 | **no** |");
    }

    @Test
    void brokersWithoutFairnessAreNotJudged() {
        assertThat(table(dwelling(Variant.FIFO, false, 9_999))).contains("| – | – |");
    }

    @Test
    void lowerBoundsAreNotMet() {
        Dwelling dwelling = dwelling(Cases.FILA, true, 12);
        dwelling.dwell().undelivered(TimeUnit.MILLISECONDS.toNanos(13));

        assertThat(table(dwelling)).contains("| ≥ 13.0 |", "**no**");
    }

    @Test
    void findingsHaveTheirOwnTable() {
        Finding finding = new Finding("gaps", Cases.FILA, "largest gap", 2.5, "× keys/rate", false, "≤ 3", true);

        assertThat(new Report(List.of(), List.of(finding)).tables())
                .contains("| gaps | Fila | largest gap | 2.50 × keys/rate | ≤ 3 | yes |");
    }

    @Test
    void thePageHasTheTablesAndSaysWhatItIs() {
        Report report = new Report(List.of(dwelling(Cases.FILA, true, 12)), List.of());

        assertThat(report.page()).startsWith("# What a quiet tenant waits").endsWith(report.tables());
    }

    @Test
    void jsonHasTheSameFigures() {
        Finding finding = new Finding("restart", Cases.FILA, "kill -9 to ready", 700, "ms", true, null, null);

        String json = new Report(List.of(dwelling(Cases.FILA, true, 12)), List.of(finding)).json();

        assertThat(json).contains("\"case\": \"handler-5ms\"", "\"goalP99Millis\": 20.0, \"met\": true");
        assertThat(json).contains("\"value\": 700.0000", "\"atLeast\": true, \"goal\": null, \"met\": null");
    }

    @Test
    void partsOfARunMakeAWhole(@TempDir Path directory) throws Exception {
        Finding kept = new Finding("gaps", Cases.FILA, "largest gap", 2.5, "× keys/rate", false, "≤ 3", true);
        Dwelling older = dwelling(Cases.FILA, true, 12);
        Dwelling unserved = dwelling(Variant.FIFO, false, 9_999);
        unserved.dwell().undelivered(TimeUnit.SECONDS.toNanos(20));
        Path file = directory.resolve("part.json");
        Files.writeString(file, new Report(List.of(older, unserved), List.of(kept)).json());

        Report whole = new Report(List.of(dwelling(Cases.FILA, true, 11)), List.of()).after(EarlierReport.read(file));

        Dwelling newer = dwelling(Cases.FILA, true, 11);
        assertThat(whole.tables()).isEqualTo(new Report(List.of(newer, unserved), List.of(kept)).tables());
    }

    private static String table(Dwelling dwelling) {
        return new Report(List.of(dwelling), List.of()).tables();
    }

    private static Dwelling dwelling(String contender, boolean judged, long millis) {
        Dwell dwell = new Dwell();
        dwell.delivered(TimeUnit.MILLISECONDS.toNanos(millis));
        return new Dwelling(WORKLOAD, contender, judged, dwell, 200);
    }
}
