package io.fila.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

final class LogLineTest {
    private static final Instant MOMENT = Instant.parse("2026-01-01T12:00:00Z");

    @Test
    void textHasTimeLevelLoggerSentenceAndWhatItIsAbout() {
        assertThat(line("It is so.", null, new KeyValuePair("queue", "my orders"), new KeyValuePair("count", 3))
                        .text())
                .isEqualTo("2026-01-01T12:00:00.000Z WARN Disk - It is so. queue=\"my orders\" count=3");
    }

    @Test
    void sentenceOfAClientCanNotForgeALine() {
        assertThat(line("a\n2026-01-01T12:00:00.000Z INFO Main - Stopped.", null)
                        .text()
                        .lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("    ");
    }

    @Test
    void jsonIsOneLineThatAnyParserReads() {
        String json = line("Sa\"y\n\u0001", new IllegalStateException("why"), new KeyValuePair("count", 3))
                .json();

        assertThat(json.lines()).hasSize(1);
        assertThat(json)
                .startsWith("{\"time\":\"2026-01-01T12:00:00.000Z\",\"level\":\"WARN\",\"logger\":\"io.fila.Disk\","
                        + "\"message\":\"Sa\\\"y\\n\\u0001\",\"count\":3,"
                        + "\"error\":\"java.lang.IllegalStateException: why\\n\\tat ")
                .endsWith("\"}");
    }

    private static LogLine line(String sentence, @Nullable Throwable failure, KeyValuePair... about) {
        return new LogLine(MOMENT, Level.WARN, "io.fila.Disk", sentence, List.of(about), failure);
    }
}
