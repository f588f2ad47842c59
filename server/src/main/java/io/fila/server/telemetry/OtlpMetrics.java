package io.fila.server.telemetry;

import io.fila.server.metrics.Histogram;
import io.fila.server.metrics.MetricWriter;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.resource.v1.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Metrics as OpenTelemetry's protocol has them. Whatever Prometheus says by the end of a name is said by type and unit here:
 * a receiver that stores them for Prometheus gives them back the names that {@code /metrics} has.
 */
final class OtlpMetrics implements MetricWriter {
    private static final String TOTAL = "_total";

    /** Labels that OpenTelemetry's conventions for messaging have a name for. */
    private static final Map<String, String> CONVENTIONS = Map.of("queue", "messaging.destination.name");

    private static final Map<String, String> UNITS = Map.of("_seconds", "s", "_bytes", "By");

    private final long startNanos;
    private final long nowNanos;
    private final List<Metric.Builder> metrics = new ArrayList<>();

    /** @param startNanos since when counters count */
    OtlpMetrics(long startNanos, long nowNanos) {
        this.startNanos = startNanos;
        this.nowNanos = nowNanos;
    }

    @Override
    public OtlpMetrics counter(String family, String help) {
        begin(family, help)
                .getSumBuilder()
                .setIsMonotonic(true)
                .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        return this;
    }

    @Override
    public OtlpMetrics gauge(String family, String help) {
        begin(family, help).getGaugeBuilder();
        return this;
    }

    @Override
    public OtlpMetrics histogram(String family, String help) {
        begin(family, help)
                .getHistogramBuilder()
                .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        return this;
    }

    private Metric.Builder begin(String family, String help) {
        String name = family.endsWith(TOTAL) ? family.substring(0, family.length() - TOTAL.length()) : family;
        Metric.Builder metric = Metric.newBuilder().setDescription(help);
        for (Map.Entry<String, String> unit : UNITS.entrySet()) {
            if (name.endsWith(unit.getKey())) {
                name = name.substring(0, name.length() - unit.getKey().length());
                metric.setUnit(unit.getValue());
            }
        }
        metrics.add(metric.setName(name));
        return metric;
    }

    @Override
    public OtlpMetrics value(double value, String... labels) {
        return add(NumberDataPoint.newBuilder().setAsDouble(value), labels);
    }

    @Override
    public OtlpMetrics value(long value, String... labels) {
        return add(NumberDataPoint.newBuilder().setAsInt(value), labels);
    }

    private OtlpMetrics add(NumberDataPoint.Builder point, String... labels) {
        point.setTimeUnixNano(nowNanos).addAllAttributes(attributes(labels));
        Metric.Builder metric = metrics.getLast();
        if (metric.hasSum()) {
            metric.getSumBuilder().addDataPoints(point.setStartTimeUnixNano(startNanos));
        } else {
            metric.getGaugeBuilder().addDataPoints(point);
        }
        return this;
    }

    @Override
    public OtlpMetrics value(Histogram histogram, String... labels) {
        metrics.getLast()
                .getHistogramBuilder()
                .addDataPoints(HistogramDataPoint.newBuilder()
                        .setStartTimeUnixNano(startNanos)
                        .setTimeUnixNano(nowNanos)
                        .setCount(histogram.count())
                        .setSum(histogram.sum())
                        .addAllExplicitBounds(histogram.bounds())
                        .addAllBucketCounts(histogram.buckets())
                        .addAllAttributes(attributes(labels)));
        return this;
    }

    private static List<KeyValue> attributes(String... labels) {
        List<KeyValue> attributes = new ArrayList<>();
        for (int i = 0; i < labels.length; i += 2) {
            attributes.add(Otlp.attribute(CONVENTIONS.getOrDefault(labels[i], labels[i]), labels[i + 1]));
        }
        return attributes;
    }

    /** What was written, as it is sent. */
    ExportMetricsServiceRequest request(Resource resource) {
        ScopeMetrics.Builder scope = ScopeMetrics.newBuilder().setScope(Otlp.SCOPE);
        for (Metric.Builder metric : metrics) {
            if (metric.getSum().getDataPointsCount()
                            + metric.getGauge().getDataPointsCount()
                            + metric.getHistogram().getDataPointsCount()
                    > 0) {
                scope.addMetrics(metric);
            }
        }
        return ExportMetricsServiceRequest.newBuilder()
                .addResourceMetrics(
                        ResourceMetrics.newBuilder().setResource(resource).addScopeMetrics(scope))
                .build();
    }
}
