package io.fila.server.grpc.access;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.fila.core.reply.Refusal;
import io.fila.server.grpc.audit.AuditSubjects;
import io.fila.server.grpc.audit.Audited;
import io.fila.server.grpc.call.CallHandler;
import io.fila.server.grpc.call.RawBytes;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.grpc.call.UnaryHandler;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts a service together from the generated description and handlers of our own. Requests arrive as raw bytes; reflection
 * still finds the schema.
 */
public final class ServiceAssembly {
    /** What is done with a parsed request; runs on the connection's event loop and must not block. */
    public interface Operation<Q, R> {
        void run(Q request, UnaryCall<R> call);
    }

    private final ServiceDescriptor generated;
    private final Authentication authentication;
    private final Map<String, ServerMethodDefinition<?, ?>> methods = new LinkedHashMap<>();

    public ServiceAssembly(ServiceDescriptor generated, Authentication authentication) {
        this.generated = generated;
        this.authentication = authentication;
    }

    /** A method whose request the generated code parses; that the caller may call it is known when the operation runs. */
    public <Q extends Message, R> ServiceAssembly unary(
            MethodDescriptor<Q, R> method, Parser<Q> parser, Operation<Q, R> operation) {
        Requirement need = AccessTable.of(method);
        return raw(method, method.getResponseMarshaller(), new UnaryHandler<>((bytes, call) -> {
            Q request;
            try {
                request = parser.parseFrom(bytes);
            } catch (InvalidProtocolBufferException malformed) {
                call.refuse(Refusal.invalid(
                        "Expected a protobuf request but it cannot be parsed: " + malformed.getMessage()));
                return;
            }
            List<String> queues = AccessTable.queues(method, request);
            Refusal objection = need.objection(
                    call.caller(), queues, authentication.access().nowMillis());
            if (objection != null || call.trail().isRecorded()) {
                call.trail().about(AuditSubjects.of(request, queues));
            }
            if (objection == null) {
                objection = call.trail().begin();
            }
            if (objection != null) {
                call.refuse(objection);
            } else {
                operation.run(request, call);
            }
        }));
    }

    /** A method that handles its bytes itself, and asks for what it takes. */
    public <R> ServiceAssembly raw(
            MethodDescriptor<?, ?> method, MethodDescriptor.Marshaller<R> responses, CallHandler<R> handler) {
        MethodDescriptor<byte[], R> onBytes =
                method.toBuilder(RawBytes.INSTANCE, responses).build();
        methods.put(
                method.getFullMethodName(),
                ServerMethodDefinition.create(onBytes, authentication.before(handler, Audited.of(method))));
        return this;
    }

    /** The service, with a handler for every method of the contract. */
    public ServerServiceDefinition build() {
        for (MethodDescriptor<?, ?> method : generated.getMethods()) {
            if (!methods.containsKey(method.getFullMethodName())) {
                throw new IllegalStateException(
                        "Expected a handler for " + method.getFullMethodName() + " but there is none; add one.");
            }
        }
        ServiceDescriptor.Builder description =
                ServiceDescriptor.newBuilder(generated.getName()).setSchemaDescriptor(generated.getSchemaDescriptor());
        methods.values().forEach(method -> description.addMethod(method.getMethodDescriptor()));
        ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(description.build());
        methods.values().forEach(service::addMethod);
        return service.build();
    }
}
