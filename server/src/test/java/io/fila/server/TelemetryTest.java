package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics by OTLP. */
final class TelemetryTest {
    @TempDir
    private Path directory;

    @Test
    void metricsArriveWithTypeAndUnit() throws Exception {
        try (OtlpProbe receiver = OtlpProbe.open();
                ServerFixture server = ServerFixture.start(directory, receiver.settings())) {
            server.createQueue("orders");
            server.enqueue("orders", "one");
            server.enqueue("orders", "two");
            server.ack("orders", server.consume("orders").next());

            await().untilAsserted(() ->
                    assertThat(count(receiver, "fila_messages_acked")).isEqualTo(1));
            Metric enqueued = receiver.metric("fila_messages_enqueued").orElseThrow();
            assertThat(enqueued.getSum().getIsMonotonic()).isTrue();
            assertThat(enqueued.getSum().getAggregationTemporality())
                    .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
            NumberDataPoint point = enqueued.getSum().getDataPoints(0);
            assertThat(point.getAttributes(0).getKey()).isEqualTo("messaging.destination.name");
            assertThat(point.getAttributes(0).getValue().getStringValue()).isEqualTo("orders");
            assertThat(point.getTimeUnixNano()).isGreaterThan(point.getStartTimeUnixNano());
            assertThat(count(receiver, "fila_messages_enqueued")).isEqualTo(2);

            Metric waits = receiver.metric("fila_enqueue_to_delivery").orElseThrow();
            assertThat(waits.getUnit()).isEqualTo("s");
            HistogramDataPoint buckets = waits.getHistogram().getDataPoints(0);
            assertThat(buckets.getCount()).isEqualTo(2);
            assertThat(buckets.getBucketCountsCount()).isEqualTo(buckets.getExplicitBoundsCount() + 1);

            assertThat(receiver.metric("fila_queue_in_flight")
                            .orElseThrow()
                            .getGauge()
                            .getDataPoints(0)
                            .getAsDouble())
                    .isEqualTo(1);
            assertThat(receiver.resource().getAttributes(0).getValue().getStringValue())
                    .isEqualTo("fila");
        }
    }

    private static double count(OtlpProbe receiver, String name) {
        return receiver.metric(name)
                .map(metric -> metric.getSum().getDataPoints(0).getAsDouble())
                .orElse(-1.0);
    }

    @Test
    void receiverThatNeverAnswersHoldsNobodyUp() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ServerFixture server = ServerFixture.start(
                    directory,
                    Map.of(
                            "FILA_TELEMETRY__OTLP_ENDPOINT",
                            "http://127.0.0.1:" + silent.getLocalPort(),
                            "FILA_TELEMETRY__METRICS_INTERVAL_MS",
                            "1"));
            silent.accept().getInputStream().readNBytes(1);
            server.createQueue("orders");
            server.enqueue("orders", "one");
            assertThat(server.consume("orders").next().hasMessage()).isTrue();

            long began = System.nanoTime();
            server.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void receiverThatIsNotThereIsNoReasonNotToStart() throws Exception {
        try (ServerFixture server = ServerFixture.start(
                directory,
                Map.of(
                        "FILA_TELEMETRY__OTLP_ENDPOINT",
                        "http://127.0.0.1:1",
                        "FILA_TELEMETRY__METRICS_INTERVAL_MS",
                        "1"))) {
            server.createQueue("orders");
            assertThat(server.enqueue("orders", "one")).isNotEmpty();
        }
    }
}
