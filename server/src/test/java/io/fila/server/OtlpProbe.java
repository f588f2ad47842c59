package io.fila.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver of telemetry that reads it with OpenTelemetry's own classes. */
final class OtlpProbe implements AutoCloseable {
    private final HttpServer server;
    private final List<ExportMetricsServiceRequest> metrics = new CopyOnWriteArrayList<>();
    private final List<ExportTraceServiceRequest> traces = new CopyOnWriteArrayList<>();

    private OtlpProbe(HttpServer server) {
        this.server = server;
    }

    static OtlpProbe open() throws IOException {
        OtlpProbe probe =
                new OtlpProbe(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        probe.server.createContext("/v1/metrics", exchange -> {
            probe.metrics.add(ExportMetricsServiceRequest.parseFrom(body(exchange)));
            take(exchange);
        });
        probe.server.createContext("/v1/traces", exchange -> {
            probe.traces.add(ExportTraceServiceRequest.parseFrom(body(exchange)));
            take(exchange);
        });
        probe.server.start();
        return probe;
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        if (!"application/x-protobuf".equals(exchange.getRequestHeaders().getFirst("content-type"))) {
            throw new IOException("Expected protobuf.");
        }
        return exchange.getRequestBody().readAllBytes();
    }

    private static void take(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    /** The settings of a broker that sends its telemetry here. */
    Map<String, String> settings() {
        return Map.of(
                "FILA_TELEMETRY__OTLP_ENDPOINT",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "FILA_TELEMETRY__METRICS_INTERVAL_MS",
                "50");
    }

    /** What the last metrics say under a name. */
    Optional<Metric> metric(String name) {
        return metrics.isEmpty()
                ? Optional.empty()
                : metrics.getLast().getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
                        .filter(metric -> metric.getName().equals(name))
                        .findFirst();
    }

    /** Whom the last metrics are of. */
    Resource resource() {
        return metrics.getLast().getResourceMetrics(0).getResource();
    }

    List<Span> spans() {
        return traces.stream()
                .flatMap(request -> request.getResourceSpans(0).getScopeSpans(0).getSpansList().stream())
                .toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
