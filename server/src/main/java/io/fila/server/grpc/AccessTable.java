package io.fila.server.grpc;

import com.google.protobuf.Message;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.CancelRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.ExplainRequest;
import io.fila.proto.v1.ExtendLeaseRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.GetMessageRequest;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.PauseQueueRequest;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PurgeQueueRequest;
import io.fila.proto.v1.RedriveRequest;
import io.fila.proto.v1.ResumeQueueRequest;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.TryScriptRequest;
import io.fila.proto.v1.UpdateQueueRequest;
import io.grpc.MethodDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The permission that each call needs. A call that is not listed here cannot be served. */
final class AccessTable {
    private static final Map<String, Entry<?>> ENTRIES = new LinkedHashMap<>();

    /** What a call takes, and which queues its request names. */
    private record Entry<Q>(Need need, Function<Q, List<String>> queues) {}

    static {
        // Streams name queues in their frames, and Enqueue is not parsed: their handlers ask for each queue they meet.
        each(FilaServiceGrpc.getEnqueueMethod(), Need.PRODUCE);
        each(FilaServiceGrpc.getEnqueueStreamMethod(), Need.PRODUCE);
        each(FilaServiceGrpc.getConsumeMethod(), Need.CONSUME);
        each(FilaServiceGrpc.getConsumeStreamMethod(), Need.CONSUME);
        on(FilaServiceGrpc.getCancelMethod(), Need.PRODUCE, CancelRequest::getQueue);
        on(FilaServiceGrpc.getAckMethod(), Need.CONSUME, AckRequest::getQueue);
        on(FilaServiceGrpc.getNackMethod(), Need.CONSUME, NackRequest::getQueue);
        on(FilaServiceGrpc.getExtendLeaseMethod(), Need.CONSUME, ExtendLeaseRequest::getQueue);

        on(FilaAdminGrpc.getCreateQueueMethod(), Need.ADMIN, CreateQueueRequest::getName);
        on(FilaAdminGrpc.getDeleteQueueMethod(), Need.ADMIN, DeleteQueueRequest::getQueue);
        on(FilaAdminGrpc.getUpdateQueueMethod(), Need.ADMIN, UpdateQueueRequest::getQueue);
        on(FilaAdminGrpc.getPauseQueueMethod(), Need.ADMIN, PauseQueueRequest::getQueue);
        on(FilaAdminGrpc.getResumeQueueMethod(), Need.ADMIN, ResumeQueueRequest::getQueue);
        on(FilaAdminGrpc.getPurgeQueueMethod(), Need.ADMIN, PurgeQueueRequest::getQueue);
        on(FilaAdminGrpc.getSetKeyWeightMethod(), Need.ADMIN, SetKeyWeightRequest::getQueue);
        on(FilaAdminGrpc.getPeekMessagesMethod(), Need.ADMIN, PeekMessagesRequest::getQueue);
        on(FilaAdminGrpc.getGetMessageMethod(), Need.ADMIN, GetMessageRequest::getQueue);
        on(FilaAdminGrpc.getExplainMethod(), Need.ADMIN, ExplainRequest::getQueue);
        on(FilaAdminGrpc.getTryScriptMethod(), Need.ADMIN, TryScriptRequest::getQueue);
        put(
                FilaAdminGrpc.getMoveMessageMethod(),
                Need.ADMIN,
                request -> List.of(request.getQueue(), request.getTargetQueue()));

        put(FilaAdminGrpc.getSetConfigMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getGetConfigMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getListConfigMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getListQueuesMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        on(FilaAdminGrpc.getGetStatsMethod(), Need.ADMIN_EVERYWHERE, GetStatsRequest::getQueue);
        on(FilaAdminGrpc.getRedriveMethod(), Need.ADMIN_EVERYWHERE, RedriveRequest::getDlqQueue);
        put(FilaAdminGrpc.getRevokeApiKeyMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getListApiKeysMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getSetApiKeyLimitsMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getGetAclMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getBackupMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getReadRecorderMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getGetClusterStatusMethod(), Need.ADMIN_EVERYWHERE, request -> List.of());

        put(FilaAdminGrpc.getCreateApiKeyMethod(), Need.ADMIN_SOMEWHERE, request -> List.of());
        put(FilaAdminGrpc.getSetAclMethod(), Need.ADMIN_SOMEWHERE, request -> List.of());
        put(FilaAdminGrpc.getRotateApiKeyMethod(), Need.ANY_KEY, request -> List.of());
    }

    private AccessTable() {}

    /** What a call of this method takes. */
    static Need of(MethodDescriptor<?, ?> method) {
        return entry(method.getFullMethodName()).need();
    }

    /** The queues that a request of this method names. */
    @SuppressWarnings("unchecked") // the table is filled by method and request of one type
    static <Q> List<String> queues(MethodDescriptor<Q, ?> method, Q request) {
        return ((Entry<Q>) entry(method.getFullMethodName())).queues().apply(request);
    }

    private static Entry<?> entry(String fullMethodName) {
        Entry<?> entry = ENTRIES.get(fullMethodName);
        if (entry == null) {
            throw new IllegalStateException("Expected an entry of " + fullMethodName
                    + " in the table of permissions but there is none; say what it takes.");
        }
        return entry;
    }

    private static <Q extends Message> void each(MethodDescriptor<Q, ?> method, Need need) {
        put(method, need, request -> {
            throw new IllegalStateException(method.getFullMethodName() + " asks for each queue itself.");
        });
    }

    private static <Q extends Message> void on(MethodDescriptor<Q, ?> method, Need need, Function<Q, String> queue) {
        put(method, need, request -> List.of(queue.apply(request)));
    }

    private static <Q extends Message> void put(
            MethodDescriptor<Q, ?> method, Need need, Function<Q, List<String>> queues) {
        ENTRIES.put(method.getFullMethodName(), new Entry<>(need, queues));
    }
}
