package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.server.cluster.Placement;
import io.fila.server.grpc.call.ForwardingHeaders;
import io.fila.server.grpc.call.RawBytes;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.wire.BatchRuns;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServiceDescriptor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sorts calls by the shard that answers them: by the queue they name, or to the first shard, which has what is not of a queue. It
 * looks at no key. Any thread.
 */
public final class Front {
    /** What the first shard knows for all. */
    private static final Set<String> OF_THE_FIRST = Stream.<MethodDescriptor<?, ?>>of(
                    FilaAdminGrpc.getCreateQueueMethod(),
                    FilaAdminGrpc.getSetConfigMethod(),
                    FilaAdminGrpc.getGetConfigMethod(),
                    FilaAdminGrpc.getListConfigMethod(),
                    FilaAdminGrpc.getCreateApiKeyMethod(),
                    FilaAdminGrpc.getRevokeApiKeyMethod(),
                    FilaAdminGrpc.getListApiKeysMethod(),
                    FilaAdminGrpc.getSetAclMethod(),
                    FilaAdminGrpc.getGetAclMethod(),
                    FilaAdminGrpc.getRotateApiKeyMethod(),
                    FilaAdminGrpc.getSetApiKeyLimitsMethod(),
                    FilaAdminGrpc.getGetClusterStatusMethod(),
                    FilaAdminGrpc.getTransferLeadershipMethod(),
                    FilaAdminGrpc.getRemoveNodeMethod(),
                    FilaAdminGrpc.getBackupMethod(),
                    FilaAdminGrpc.getReadRecorderMethod())
            .map(MethodDescriptor::getFullMethodName)
            .collect(Collectors.toUnmodifiableSet());

    private static final Refusal UNSETTLED = Refusal.unavailable(
            "This node has just come into its cluster, and is about to lead some queues; try again in a moment.");

    private final List<Offer> shards;
    private volatile boolean isSettled;
    private final Placement placement;
    private final Map<String, ServerMethodDefinition<byte[], byte[]>> methods = new HashMap<>();

    public Front(List<Offer> shards, Placement placement) {
        this.shards = shards;
        this.placement = placement;
        for (ServiceDescriptor service :
                List.of(FilaServiceGrpc.getServiceDescriptor(), FilaAdminGrpc.getServiceDescriptor())) {
            for (MethodDescriptor<?, ?> method : service.getMethods()) {
                methods.put(
                        method.getFullMethodName(),
                        ServerMethodDefinition.create(
                                method.toBuilder(RawBytes.INSTANCE, RawBytes.INSTANCE)
                                        .build(),
                                this::start));
            }
        }
    }

    @Nullable ServerMethodDefinition<?, ?> method(String fullMethodName) {
        return methods.get(fullMethodName);
    }

    /** Leads are where they are to stay. */
    public void settled() {
        isSettled = true;
    }

    private ServerCall.Listener<byte[]> start(ServerCall<byte[], byte[]> call, Metadata headers) {
        if (!isSettled && !ForwardingHeaders.isForwarded(headers)) {
            Statuses.close(call, UNSETTLED);
            return new ServerCall.Listener<>() {};
        }
        int known = ForwardingHeaders.shard(headers);
        String method = call.getMethodDescriptor().getFullMethodName();
        if (OF_THE_FIRST.contains(method)) {
            return start(0, call, headers);
        }
        if (known >= 0 && known < shards.size()) {
            return start(known, call, headers);
        }
        if (method.equals(FilaAdminGrpc.getListQueuesMethod().getFullMethodName())) {
            return MergedQueues.start(call, headers, this::start, shards.size());
        }
        if (method.equals(FilaServiceGrpc.getEnqueueStreamMethod().getFullMethodName())) {
            return SplitStream.start(call, headers, this::start, this::find);
        }
        return SortedCall.start(
                call, headers, this::start, request -> find(BatchRuns.queue(request, 0, request.length)));
    }

    /** That a queue is nowhere is for the first to say. */
    private CompletableFuture<Integer> find(String queue) {
        return placement.find(queue).thenApply(shard -> Math.max(0, shard));
    }

    private ServerCall.Listener<byte[]> start(int shard, ServerCall<byte[], byte[]> call, Metadata headers) {
        ServerMethodDefinition<?, ?> method =
                shards.get(shard).ofShard(call.getMethodDescriptor().getFullMethodName());
        if (method == null) {
            Statuses.close(call, Offer.RECOVERING);
            return new ServerCall.Listener<>() {};
        }
        return LocalAnswer.start(method, call, headers);
    }
}
