package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
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
                    FilaAdminGrpc.getReadRecorderMethod())
            .map(MethodDescriptor::getFullMethodName)
            .collect(Collectors.toUnmodifiableSet());

    private static final Refusal NO_BACKUP = Refusal.failedPrecondition(
            "Expected a broker or a cluster with one shard but there are several, of which no backup can be made yet.");

    private final List<Offer> shards;
    private final Placement placement;
    private final Map<String, ServerMethodDefinition<byte[], byte[]>> methods = new HashMap<>();

    /** Where queues are. Any thread; must not block. */
    public interface Placement {
        /** The shard that has a queue, or would have it. */
        CompletableFuture<Integer> find(String queue);
    }

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

    /** What a {@link Placement} fails with. */
    public static RuntimeException refused(Refusal why) {
        return new RefusedException(why);
    }

    @Nullable ServerMethodDefinition<?, ?> method(String fullMethodName) {
        return methods.get(fullMethodName);
    }

    private ServerCall.Listener<byte[]> start(ServerCall<byte[], byte[]> call, Metadata headers) {
        int known = ForwardingHeaders.shard(headers);
        String method = call.getMethodDescriptor().getFullMethodName();
        if (method.equals(FilaAdminGrpc.getBackupMethod().getFullMethodName())) {
            Statuses.close(call, NO_BACKUP);
            return new ServerCall.Listener<>() {};
        }
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
            return SplitStream.start(call, headers, this::start, placement::find);
        }
        return SortedCall.start(
                call, headers, this::start, request -> placement.find(BatchRuns.queue(request, 0, request.length)));
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
