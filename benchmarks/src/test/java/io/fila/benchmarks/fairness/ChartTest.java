package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class ChartTest {
    private static final Chart CHART = new Chart(
            "Waiting & more",
            "Fila waits less",
            "noise",
            List.of(new Chart.Tick(0, "10×"), new Chart.Tick(1, "100×")),
            List.of(
                    new Chart.Series(
                            "Fila",
                            Chart.Style.FAIR,
                            true,
                            List.of(new Chart.Point(0, 12, false), new Chart.Point(1, 14, false))),
                    new Chart.Series(
                            "FIFO",
                            Chart.Style.FIFO,
                            true,
                            List.of(new Chart.Point(0, 9_700, false), new Chart.Point(1, 12_300, true))),
                    new Chart.Series("", Chart.Style.GOAL, false, List.of())));

    @Test
    void aPictureIsXmlThatSaysWhatItShows() throws Exception {
        Document picture = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(CHART.svg().getBytes(StandardCharsets.UTF_8)));

        assertThat(picture.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(picture.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("Waiting & more");
        assertThat(picture.getElementsByTagName("desc").item(0).getTextContent())
                .isEqualTo("Fila waits less");
    }

    @Test
    void itFollowsTheReadersColourScheme() {
        assertThat(CHART.svg()).contains("@media (prefers-color-scheme: dark)");
    }

    @Test
    void theScaleHasWholeDecades() {
        assertThat(CHART.svg()).contains(">10 ms<", ">100 ms<", ">1 s<", ">10 s<", ">100 s<");
        assertThat(CHART.svg()).doesNotContain(">1 ms<", ">1,000 s<");
    }

    @Test
    void valuesThatMayBeMoreSaySo() {
        assertThat(CHART.svg()).contains(">9.7 s<", ">≥ 12 s<", "mark fifo open");
    }

    @Test
    void seriesWithoutANameAreNotInTheLegend() {
        assertThat(CHART.svg().split("class=\"legend\"", -1)).hasSize(1 + 2);
    }

    @Test
    void timesAreSaidAsPeopleDo() {
        assertThat(Chart.time(0.52, false)).isEqualTo("0.5 ms");
        assertThat(Chart.time(3, false)).isEqualTo("3 ms");
        assertThat(Chart.time(12.4, false)).isEqualTo("12 ms");
        assertThat(Chart.time(999.4, false)).isEqualTo("999 ms");
        assertThat(Chart.time(5346, true)).isEqualTo("≥ 5.3 s");
    }
}
