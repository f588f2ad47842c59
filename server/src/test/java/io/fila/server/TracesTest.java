package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.PauseQueueRequest;
import io.fila.proto.v1.ResumeQueueRequest;
import io.fila.proto.v1.SetConfigRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces by OTLP: what becomes of a message, as spans of its sender's trace. */
final class TracesTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final String SAMPLED = "00-" + TRACE + "-" + PARENT + "-01";
    private static final String NOT_SAMPLED = "00-" + TRACE + "-" + PARENT + "-00";

    @TempDir
    private Path directory;

    @Test
    void lifeOfAMessageIsToldInItsSendersTrace() throws Exception {
        try (OtlpProbe receiver = OtlpProbe.open();
                ServerFixture server = ServerFixture.start(directory, receiver.settings())) {
            server.createQueue("orders");
            String id = server.enqueue(traced("orders", SAMPLED).build());
            ConsumeResponse delivery = server.consume("orders").next();
            assertThat(delivery.getMessage().getHeadersMap()).containsEntry("traceparent", SAMPLED);
            server.ack("orders", delivery);

            await().untilAsserted(() -> assertThat(names(receiver.spans()))
                    .containsExactlyInAnyOrder("enqueue orders", "wait orders", "delivery orders", "ack orders"));
            Span held = named(receiver, "delivery orders");
            for (Span span : receiver.spans()) {
                assertThat(hex(span.getTraceId().toByteArray())).isEqualTo(TRACE);
                assertThat(hex(span.getParentSpanId().toByteArray()))
                        .isEqualTo(
                                span.getName().equals("ack orders")
                                        ? hex(held.getSpanId().toByteArray())
                                        : PARENT);
                assertThat(span.getEndTimeUnixNano()).isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
                assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
                assertThat(attributes(span))
                        .containsEntry("messaging.system", "fila")
                        .containsEntry("messaging.destination.name", "orders")
                        .containsEntry("messaging.message.id", id);
            }
            assertThat(attributes(held)).containsEntry("fila.outcome", "acked").containsEntry("fila.attempt", "1");
        }
    }

    @Test
    void sendersFlagDecidesAndOneInSoManyOfTheOthersBeginsATrace() throws Exception {
        Map<String, String> settings = new HashMap<>();
        try (OtlpProbe receiver = OtlpProbe.open()) {
            settings.putAll(receiver.settings());
            settings.put("FILA_TELEMETRY__TRACE_ONE_IN", "1");
            try (ServerFixture server = ServerFixture.start(directory, settings)) {
                server.createQueue("orders");
                server.enqueue(traced("orders", NOT_SAMPLED).build());
                server.enqueue(traced("orders", "nonsense").build());

                await().untilAsserted(() -> assertThat(names(receiver.spans())).containsExactly("enqueue orders"));
                Span span = named(receiver, "enqueue orders");
                assertThat(span.getParentSpanId().isEmpty()).isTrue();
                assertThat(hex(span.getTraceId().toByteArray())).isNotEqualTo(TRACE);
            }
        }
    }

    @Test
    void waitSaysWhatItWasFor() throws Exception {
        try (OtlpProbe receiver = OtlpProbe.open();
                ServerFixture server = ServerFixture.start(directory, receiver.settings())) {
            List.of("deserted", "later", "paused", "throttled").forEach(server::createQueue);
            var _ = server.admin()
                    .setConfig(SetConfigRequest.newBuilder()
                            .setKey("throttle:slow:rate")
                            .setValue("5")
                            .build());

            server.enqueue(traced("deserted", SAMPLED).build());
            assertThat(server.consume("deserted").next().hasMessage()).isTrue();

            ConsumerProbe later = server.consume("later");
            server.enqueue(traced("later", SAMPLED).setDelayMs(30).build());
            assertThat(later.next().hasMessage()).isTrue();

            ConsumerProbe paused = server.consume("paused");
            var _ = server.admin()
                    .pauseQueue(
                            PauseQueueRequest.newBuilder().setQueue("paused").build());
            server.enqueue(traced("paused", SAMPLED).build());
            var _ = server.admin()
                    .resumeQueue(
                            ResumeQueueRequest.newBuilder().setQueue("paused").build());
            assertThat(paused.next().hasMessage()).isTrue();

            ConsumerProbe throttled = server.consume("throttled");
            for (int i = 0; i < 6; i++) {
                server.enqueue(Requests.enqueue("throttled", "x").toBuilder()
                        .addThrottleKeys("slow")
                        .build());
            }
            server.enqueue(traced("throttled", SAMPLED).addThrottleKeys("slow").build());
            for (int i = 0; i < 7; i++) {
                assertThat(throttled.next().hasMessage()).isTrue();
            }

            await().untilAsserted(() -> assertThat(names(receiver.spans()))
                    .contains("wait deserted", "wait later", "wait paused", "wait throttled"));
            assertThat(reason(receiver, "deserted")).isEqualTo("no_consumer");
            assertThat(reason(receiver, "later")).isEqualTo("scheduled");
            assertThat(reason(receiver, "paused")).isEqualTo("paused");
            assertThat(reason(receiver, "throttled")).isEqualTo("throttled");
            assertThat(attributes(named(receiver, "wait throttled"))).containsEntry("fila.throttle_key", "slow");
        }
    }

    private static String reason(OtlpProbe receiver, String queue) {
        return attributes(named(receiver, "wait " + queue)).getOrDefault("fila.wait.reason", "");
    }

    private static EnqueueRequest.Builder traced(String queue, String traceparent) {
        return Requests.enqueue(queue, "x").toBuilder().putHeaders("traceparent", traceparent);
    }

    private static List<String> names(List<Span> spans) {
        return spans.stream().map(Span::getName).toList();
    }

    private static Span named(OtlpProbe receiver, String name) {
        return receiver.spans().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, String> attributes(Span span) {
        Map<String, String> attributes = new HashMap<>();
        span.getAttributesList()
                .forEach(attribute -> attributes.put(
                        attribute.getKey(),
                        attribute.getValue().hasIntValue()
                                ? Long.toString(attribute.getValue().getIntValue())
                                : attribute.getValue().getStringValue()));
        return attributes;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
