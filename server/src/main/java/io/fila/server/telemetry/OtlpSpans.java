package io.fila.server.telemetry;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status;
import java.nio.ByteBuffer;
import java.util.List;

/** Spans as OpenTelemetry's protocol has them. */
final class OtlpSpans {
    private OtlpSpans() {}

    static ExportTraceServiceRequest request(Resource resource, List<Span> spans) {
        ScopeSpans.Builder scope = ScopeSpans.newBuilder().setScope(Otlp.SCOPE);
        spans.forEach(span -> scope.addSpans(encoded(span)));
        return ExportTraceServiceRequest.newBuilder()
                .addResourceSpans(
                        ResourceSpans.newBuilder().setResource(resource).addScopeSpans(scope))
                .build();
    }

    private static io.opentelemetry.proto.trace.v1.Span encoded(Span span) {
        TraceContext trace = span.trace();
        var encoded = io.opentelemetry.proto.trace.v1.Span.newBuilder()
                .setTraceId(bytes(trace.high(), trace.low()))
                .setSpanId(bytes(span.id()))
                .setName(span.name())
                .setKind(span.remote() ? SpanKind.SPAN_KIND_SERVER : SpanKind.SPAN_KIND_INTERNAL)
                .setStartTimeUnixNano(span.startNanos())
                .setEndTimeUnixNano(span.endNanos());
        if (trace.span() != 0) {
            encoded.setParentSpanId(bytes(trace.span()));
        }
        if (span.failed()) {
            encoded.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR));
        }
        span.attributes().forEach((key, value) -> encoded.addAttributes(Otlp.attribute(key, value(value))));
        return encoded.build();
    }

    private static ByteString bytes(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        for (long number : numbers) {
            bytes.putLong(number);
        }
        return ByteString.copyFrom(bytes.flip());
    }

    private static AnyValue.Builder value(Object value) {
        return switch (value) {
            case Long number -> AnyValue.newBuilder().setIntValue(number);
            case Double number -> AnyValue.newBuilder().setDoubleValue(number);
            default -> AnyValue.newBuilder().setStringValue(value.toString());
        };
    }
}
