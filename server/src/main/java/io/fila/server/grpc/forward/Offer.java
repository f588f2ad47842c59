package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.call.RawBytes;
import io.fila.server.grpc.call.Statuses;
import io.grpc.HandlerRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The services of the contract as a port finds them: while the broker behind it recovers, every call is UNAVAILABLE; from then
 * on the broker answers. In a cluster another node may have to. Any thread.
 */
public final class Offer extends HandlerRegistry {
    public static final Refusal RECOVERING =
            Refusal.unavailable("The broker is starting and recovers its data from disk; try again in a moment.");

    /** Methods of other services are nobody's here. */
    private static final String PACKAGE = "fila.v1.";

    private volatile @Nullable Answers answers;
    private volatile @Nullable Routing routing;
    private volatile @Nullable Front front;

    private record Answers(List<ServerServiceDefinition> services, Map<String, ServerMethodDefinition<?, ?>> methods) {}

    /** There is a broker, and these are its services. */
    public void open(List<ServerServiceDefinition> services) {
        Map<String, ServerMethodDefinition<?, ?>> methods = new HashMap<>();
        for (ServerServiceDefinition service : services) {
            service.getMethods()
                    .forEach(method -> methods.put(method.getMethodDescriptor().getFullMethodName(), method));
        }
        answers = new Answers(List.copyOf(services), methods);
    }

    /** While this node does not lead, calls go to the one that does. */
    public void route(Routing elsewhere) {
        routing = elsewhere;
    }

    /** There are several shards, and calls are sorted first. */
    public void sort(Front sorting) {
        front = sorting;
    }

    /** This node leads no more. */
    public void close() {
        answers = null;
    }

    /** A method as this node answers it; null while it does not. */
    public @Nullable ServerMethodDefinition<?, ?> here(String name) {
        Answers known = answers;
        return known == null ? null : known.methods().get(name);
    }

    @Override
    public List<ServerServiceDefinition> getServices() {
        Answers known = answers;
        return known == null ? List.of() : known.services();
    }

    @Override
    public @Nullable ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
        Front sorting = front;
        return sorting == null ? ofShard(name) : sorting.method(name);
    }

    /** A method as the shard answers it, here or elsewhere. */
    @Nullable ServerMethodDefinition<?, ?> ofShard(String name) {
        Answers known = answers;
        if (known != null) {
            return known.methods().get(name);
        }
        Routing elsewhere = routing;
        if (elsewhere != null) {
            return elsewhere.method(name);
        }
        return name.startsWith(PACKAGE) ? notYet(name) : null;
    }

    private static ServerMethodDefinition<byte[], byte[]> notYet(String name) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(RawBytes.INSTANCE, RawBytes.INSTANCE)
                .setType(MethodDescriptor.MethodType.UNKNOWN)
                .setFullMethodName(name)
                .build();
        return ServerMethodDefinition.create(method, (call, headers) -> {
            Statuses.close(call, RECOVERING);
            return new ServerCall.Listener<>() {};
        });
    }
}
