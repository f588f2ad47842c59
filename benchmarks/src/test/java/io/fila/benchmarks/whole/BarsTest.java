package io.fila.benchmarks.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class BarsTest {
    @Test
    void everyContenderHasABarAndIsToldInWords() throws Exception {
        String svg = new Bars(List.of(
                        Figure.of("Fila, Java client", "os", "W1", new Throughput(200_000, 5, 2)),
                        Figure.of("Redis always", "group", "W1", new Throughput(25_000, 5, 2))))
                .svg();

        Document picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(picture.getElementsByTagName("desc").item(0).getTextContent())
                .contains("W1, Fila, Java client, os: 200,000.", "W1, Redis always, group: 25,000.");
        assertThat(picture.getElementsByTagName("rect").getLength()).isEqualTo(1 + 2);
    }
}
