package io.fila.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.server.config.Config;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What traces cost at most, and that they cost nothing when they are off. */
final class TracingBoundsTest {
    @Test
    void spansBeyondTheRoomForThemAreLostAndCounted() {
        SpanBuffer buffer = new SpanBuffer();
        for (int i = 0; i < SpanBuffer.SPANS + 3; i++) {
            buffer.add(new Span(new TraceContext(1, 1, 1, true), i, "wait", false, 1, 2, Map.of(), false));
        }

        assertThat(buffer.takeLost()).isEqualTo(3);
        assertThat(buffer.takeLost()).isZero();
        assertThat(buffer.take(Integer.MAX_VALUE)).hasSize(SpanBuffer.SPANS);
        assertThat(buffer.take(1)).isEmpty();
    }

    @Test
    void whatWasNotUsedForLongestMakesRoom() {
        RecentlyUsed<String, Integer> table = new RecentlyUsed<>(2);
        table.put("a", 1);
        table.put("b", 2);
        assertThat(table.get("a")).isEqualTo(1);
        table.put("c", 3);

        assertThat(table).containsOnlyKeys("a", "c");
    }

    @Test
    void withoutTracesNobodyListens() {
        assertThat(listeners(Optional.empty())).isZero();
        assertThat(listeners(Optional.of(new Config.Traces(0, 10)))).isEqualTo(1);
    }

    private static int listeners(Optional<Config.Traces> traces) {
        try (TelemetryExport export = new TelemetryExport(
                new Config.Telemetry(URI.create("http://127.0.0.1:1"), "fila", Duration.ofHours(1), traces))) {
            return export.listeners().size();
        }
    }
}
