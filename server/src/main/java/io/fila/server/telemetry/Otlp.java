package io.fila.server.telemetry;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import java.util.UUID;

/** What metrics and spans of OpenTelemetry's protocol have in common. */
final class Otlp {
    /** Who made them. */
    static final InstrumentationScope SCOPE =
            InstrumentationScope.newBuilder().setName("io.fila").build();

    private Otlp() {}

    /** What they are of: a broker of this name, and this run of it. */
    static Resource resource(String serviceName) {
        return Resource.newBuilder()
                .addAttributes(attribute("service.name", serviceName))
                .addAttributes(
                        attribute("service.instance.id", UUID.randomUUID().toString()))
                .build();
    }

    static KeyValue attribute(String key, String value) {
        return attribute(key, AnyValue.newBuilder().setStringValue(value));
    }

    static KeyValue attribute(String key, AnyValue.Builder value) {
        return KeyValue.newBuilder().setKey(key).setValue(value).build();
    }
}
