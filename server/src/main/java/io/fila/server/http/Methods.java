package io.fila.server.http;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.protobuf.ProtoServiceDescriptorSupplier;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The calls of the contract as its descriptors tell them, and their requests and responses as JSON. */
final class Methods {
    private static final JsonFormat.Printer PRINTER = JsonFormat.printer()
            .preservingProtoFieldNames()
            .alwaysPrintFieldsWithNoPresence()
            .omittingInsignificantWhitespace();
    private static final JsonFormat.Parser PARSER = JsonFormat.parser();

    private final Map<String, Method> unary = new LinkedHashMap<>();
    private final Method consume;

    /** One call. */
    record Method(MethodDescriptor descriptor) {
        /** The name that gRPC knows it by. */
        String fullName() {
            return descriptor.getService().getFullName() + "/" + descriptor.getName();
        }

        /** Where it is found over HTTP. */
        String path() {
            return "/v1/" + descriptor.getService().getName() + "/" + descriptor.getName();
        }

        byte[] request(String json) throws InvalidProtocolBufferException {
            DynamicMessage.Builder request = DynamicMessage.newBuilder(descriptor.getInputType());
            PARSER.merge(json, request);
            return request.build().toByteArray();
        }

        DynamicMessage response(byte[] bytes) {
            try {
                return DynamicMessage.parseFrom(descriptor.getOutputType(), bytes);
            } catch (InvalidProtocolBufferException impossible) {
                throw new IllegalStateException("Our own response can't be read.", impossible);
            }
        }
    }

    Methods() {
        List<ServiceDescriptor> services =
                List.of(schema(FilaServiceGrpc.getServiceDescriptor()), schema(FilaAdminGrpc.getServiceDescriptor()));
        Method consuming = null;
        for (ServiceDescriptor service : services) {
            for (MethodDescriptor descriptor : service.getMethods()) {
                Method method = new Method(descriptor);
                if (!descriptor.isClientStreaming() && !descriptor.isServerStreaming()) {
                    unary.put(method.path(), method);
                } else if (descriptor.getName().equals("Consume")) {
                    consuming = method;
                }
            }
        }
        consume = Objects.requireNonNull(consuming);
    }

    private static ServiceDescriptor schema(io.grpc.ServiceDescriptor generated) {
        ProtoServiceDescriptorSupplier supplier =
                (ProtoServiceDescriptorSupplier) Objects.requireNonNull(generated.getSchemaDescriptor());
        return supplier.getServiceDescriptor();
    }

    /** The call with one request and one response at this path, or null. */
    @Nullable Method at(String path) {
        return unary.get(path);
    }

    Collection<Method> unary() {
        return unary.values();
    }

    Method consume() {
        return consume;
    }

    static String json(com.google.protobuf.MessageOrBuilder message) {
        try {
            return PRINTER.print(message);
        } catch (InvalidProtocolBufferException impossible) {
            throw new IllegalStateException("Our own response can't be written as JSON.", impossible);
        }
    }
}
