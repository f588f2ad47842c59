package io.fila.server.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import io.fila.core.reply.Refusal;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Puts a service together from the generated description and handlers of our own. Requests arrive as raw bytes; reflection
 * still finds the schema.
 */
final class ServiceAssembly {
    /** What is done with a parsed request; runs on the connection's event loop and must not block. */
    interface Operation<Q, R> {
        void run(Q request, UnaryCall<R> call);
    }

    private final ServiceDescriptor generated;
    private final Map<String, ServerMethodDefinition<?, ?>> methods = new LinkedHashMap<>();

    ServiceAssembly(ServiceDescriptor generated) {
        this.generated = generated;
    }

    /** A method whose request the generated code parses. */
    <Q, R> ServiceAssembly unary(MethodDescriptor<Q, R> method, Parser<Q> parser, Operation<Q, R> operation) {
        return raw(method, method.getResponseMarshaller(), new UnaryHandler<>((bytes, call) -> {
            Q request;
            try {
                request = parser.parseFrom(bytes);
            } catch (InvalidProtocolBufferException malformed) {
                call.refuse(
                        Refusal.invalid("Expected a protobuf request but it can't be read: " + malformed.getMessage()));
                return;
            }
            operation.run(request, call);
        }));
    }

    /** A method that handles its bytes itself. */
    <R> ServiceAssembly raw(
            MethodDescriptor<?, ?> method,
            MethodDescriptor.Marshaller<R> responses,
            ServerCallHandler<byte[], R> handler) {
        MethodDescriptor<byte[], R> onBytes =
                method.toBuilder(RawBytes.INSTANCE, responses).build();
        methods.put(method.getFullMethodName(), ServerMethodDefinition.create(onBytes, handler));
        return this;
    }

    /** The service; a method of the contract that got no handler says that it is not there yet. */
    ServerServiceDefinition build() {
        for (MethodDescriptor<?, ?> method : generated.getMethods()) {
            if (!methods.containsKey(method.getFullMethodName())) {
                addUnimplemented(method);
            }
        }
        ServiceDescriptor.Builder description =
                ServiceDescriptor.newBuilder(generated.getName()).setSchemaDescriptor(generated.getSchemaDescriptor());
        methods.values().forEach(method -> description.addMethod(method.getMethodDescriptor()));
        ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(description.build());
        methods.values().forEach(service::addMethod);
        return service.build();
    }

    private <R> void addUnimplemented(MethodDescriptor<?, R> method) {
        Status status = Status.UNIMPLEMENTED.withDescription(
                "Expected a call this broker serves but " + method.getBareMethodName() + " is not supported yet.");
        raw(method, method.getResponseMarshaller(), new UnaryHandler<>((bytes, call) -> call.refuse(status)));
    }
}
