package io.fila.server.http;

import com.google.gson.stream.JsonWriter;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The description of the calls over HTTP, as OpenAPI 3.1, made from the contract's descriptors when it is first asked for. */
final class OpenApi implements Handler {
    private static final String SCHEMAS = "#/components/schemas/";

    private final Methods methods;
    private @Nullable String document;

    OpenApi(Methods methods) {
        this.methods = methods;
    }

    @Override
    public void handle(Exchange exchange) {
        String written = document;
        if (written == null) {
            written = document();
            document = written;
        }
        exchange.answer(Answer.json(written));
    }

    private String document() {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.beginObject().name("openapi").value("3.1.0");
            json.name("info").beginObject().name("title").value("Fila");
            json.name("version").value("v1").name("description");
            json.value("JSON over HTTP for the calls of fila.v1. 64-bit numbers are strings, bytes are base64.");
            json.endObject();
            json.name("security").beginArray().beginObject().name("key").beginArray();
            json.endArray().endObject().beginObject().endObject().endArray();
            json.name("paths").beginObject();
            for (Methods.Method method : methods.unary()) {
                operation(json, method);
            }
            consume(json);
            json.endObject();
            components(json);
            json.endObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void operation(JsonWriter json, Methods.Method method) throws IOException {
        String service = method.descriptor().getService().getName();
        json.name(method.path()).beginObject().name("post").beginObject();
        json.name("operationId").value(service + "_" + method.descriptor().getName());
        json.name("tags").beginArray().value(service).endArray();
        json.name("requestBody").beginObject().name("required").value(true);
        content(json, Answer.JSON, method.descriptor().getInputType().getName());
        json.endObject();
        json.name("responses").beginObject();
        response(
                json,
                "200",
                "Done.",
                Answer.JSON,
                method.descriptor().getOutputType().getName());
        response(json, "default", "Refused.", Answer.JSON, "Error");
        json.endObject().endObject().endObject();
    }

    private void consume(JsonWriter json) throws IOException {
        json.name(ConsumeLines.PATH).beginObject().name("get").beginObject();
        json.name("operationId")
                .value("Consume")
                .name("tags")
                .beginArray()
                .value("FilaService")
                .endArray();
        json.name("parameters").beginArray();
        parameter(json, "queue", true, "string");
        parameter(json, "max_messages", false, "integer");
        json.endArray().name("responses").beginObject();
        response(
                json, "200", "Messages as they are delivered, one object per line.", "application/x-ndjson", "Message");
        response(json, "default", "Refused.", Answer.JSON, "Error");
        json.endObject().endObject().endObject();
    }

    private static void parameter(JsonWriter json, String name, boolean required, String type) throws IOException {
        json.beginObject()
                .name("name")
                .value(name)
                .name("in")
                .value("query")
                .name("required")
                .value(required);
        json.name("schema").beginObject().name("type").value(type).endObject().endObject();
    }

    private static void response(JsonWriter json, String status, String text, String type, String schema)
            throws IOException {
        json.name(status).beginObject().name("description").value(text);
        content(json, type, schema);
        json.endObject();
    }

    private static void content(JsonWriter json, String type, String schema) throws IOException {
        json.name("content")
                .beginObject()
                .name(type)
                .beginObject()
                .name("schema")
                .beginObject();
        json.name("$ref").value(SCHEMAS + schema).endObject().endObject().endObject();
    }

    private void components(JsonWriter json) throws IOException {
        json.name("components")
                .beginObject()
                .name("securitySchemes")
                .beginObject()
                .name("key")
                .beginObject();
        json.name("type")
                .value("http")
                .name("scheme")
                .value("bearer")
                .endObject()
                .endObject();
        json.name("schemas").beginObject();
        for (Descriptor type : types().values()) {
            json.name(type.getName())
                    .beginObject()
                    .name("type")
                    .value("object")
                    .name("properties")
                    .beginObject();
            for (FieldDescriptor field : type.getFields()) {
                json.name(field.getName());
                property(json, field);
            }
            json.endObject().endObject();
        }
        json.name("Error")
                .beginObject()
                .name("type")
                .value("object")
                .name("properties")
                .beginObject();
        for (String name : new String[] {"code", "message"}) {
            json.name(name).beginObject().name("type").value("string").endObject();
        }
        json.endObject().endObject().endObject().endObject();
    }

    /** The types that requests and responses are made of, by name. */
    private Map<String, Descriptor> types() {
        Map<String, Descriptor> found = new LinkedHashMap<>();
        ArrayDeque<Descriptor> open = new ArrayDeque<>();
        for (Methods.Method method : methods.unary()) {
            open.add(method.descriptor().getInputType());
            open.add(method.descriptor().getOutputType());
        }
        open.add(methods.consume().descriptor().getOutputType());
        while (!open.isEmpty()) {
            Descriptor type = open.remove();
            boolean known = wellKnown(type) != null || found.containsKey(type.getName());
            if (!known && !type.getOptions().getMapEntry()) {
                found.put(type.getName(), type);
            }
            for (FieldDescriptor field : known ? java.util.List.<FieldDescriptor>of() : type.getFields()) {
                if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                    open.add(field.getMessageType());
                }
            }
        }
        return found;
    }

    private static void property(JsonWriter json, FieldDescriptor field) throws IOException {
        if (field.isMapField()) {
            json.beginObject().name("type").value("object").name("additionalProperties");
            value(json, field.getMessageType().findFieldByName("value"));
            json.endObject();
        } else if (field.isRepeated()) {
            json.beginObject().name("type").value("array").name("items");
            value(json, field);
            json.endObject();
        } else {
            value(json, field);
        }
    }

    private static void value(JsonWriter json, FieldDescriptor field) throws IOException {
        json.beginObject();
        switch (field.getType()) {
            case DOUBLE, FLOAT -> json.name("type").value("number");
            case INT64, UINT64, SINT64, FIXED64, SFIXED64 -> typed(json, "string", "int64");
            case INT32, UINT32, SINT32, FIXED32, SFIXED32 -> json.name("type").value("integer");
            case BOOL -> json.name("type").value("boolean");
            case STRING -> json.name("type").value("string");
            case BYTES -> typed(json, "string", "byte");
            case ENUM -> {
                json.name("type").value("string").name("enum").beginArray();
                for (EnumValueDescriptor value : field.getEnumType().getValues()) {
                    json.value(value.getName());
                }
                json.endArray();
            }
            case MESSAGE, GROUP -> {
                String format = wellKnown(field.getMessageType());
                if (format == null) {
                    json.name("$ref").value(SCHEMAS + field.getMessageType().getName());
                } else {
                    typed(json, "string", format);
                }
            }
        }
        json.endObject();
    }

    private static void typed(JsonWriter json, String type, String format) throws IOException {
        json.name("type").value(type).name("format").value(format);
    }

    /** The format of a type that JSON has a text for; null for others. */
    private static @Nullable String wellKnown(Descriptor type) {
        return switch (type.getFullName()) {
            case "google.protobuf.Timestamp" -> "date-time";
            case "google.protobuf.Duration" -> "duration";
            case "google.protobuf.FieldMask" -> "field-mask";
            default -> null;
        };
    }
}
