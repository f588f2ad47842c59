package io.fila.server.grpc.access;

import com.google.protobuf.Message;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.CancelRequest;
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
public final class AccessTable {
    private static final Map<String, Entry<?>> ENTRIES = new LinkedHashMap<>();

    /** What a call takes, and which queues its request names. */
    private record Entry<Q>(Requirement need, Function<Q, List<String>> queues) {}

    static {
        // Streams name queues in their frames, and Enqueue is not parsed: their handlers ask for each queue they meet.
        each(FilaServiceGrpc.getEnqueueMethod(), Requirement.PRODUCE);
        each(FilaServiceGrpc.getEnqueueStreamMethod(), Requirement.PRODUCE);
        each(FilaServiceGrpc.getConsumeMethod(), Requirement.CONSUME);
        each(FilaServiceGrpc.getConsumeStreamMethod(), Requirement.CONSUME);
        on(FilaServiceGrpc.getCancelMethod(), Requirement.PRODUCE, CancelRequest::getQueue);
        on(FilaServiceGrpc.getAckMethod(), Requirement.CONSUME, AckRequest::getQueue);
        on(FilaServiceGrpc.getNackMethod(), Requirement.CONSUME, NackRequest::getQueue);
        on(FilaServiceGrpc.getExtendLeaseMethod(), Requirement.CONSUME, ExtendLeaseRequest::getQueue);

        put(
                FilaAdminGrpc.getCreateQueueMethod(),
                Requirement.ADMIN,
                request -> request.getBeside().isEmpty()
                        ? List.of(request.getName())
                        : List.of(request.getName(), request.getBeside()));
        on(FilaAdminGrpc.getDeleteQueueMethod(), Requirement.ADMIN, DeleteQueueRequest::getQueue);
        on(FilaAdminGrpc.getUpdateQueueMethod(), Requirement.ADMIN, UpdateQueueRequest::getQueue);
        on(FilaAdminGrpc.getPauseQueueMethod(), Requirement.ADMIN, PauseQueueRequest::getQueue);
        on(FilaAdminGrpc.getResumeQueueMethod(), Requirement.ADMIN, ResumeQueueRequest::getQueue);
        on(FilaAdminGrpc.getPurgeQueueMethod(), Requirement.ADMIN, PurgeQueueRequest::getQueue);
        on(FilaAdminGrpc.getSetKeyWeightMethod(), Requirement.ADMIN, SetKeyWeightRequest::getQueue);
        on(FilaAdminGrpc.getPeekMessagesMethod(), Requirement.ADMIN, PeekMessagesRequest::getQueue);
        on(FilaAdminGrpc.getGetMessageMethod(), Requirement.ADMIN, GetMessageRequest::getQueue);
        on(FilaAdminGrpc.getExplainMethod(), Requirement.ADMIN, ExplainRequest::getQueue);
        on(FilaAdminGrpc.getTryScriptMethod(), Requirement.ADMIN, TryScriptRequest::getQueue);
        put(
                FilaAdminGrpc.getMoveMessageMethod(),
                Requirement.ADMIN,
                request -> List.of(request.getQueue(), request.getTargetQueue()));

        put(FilaAdminGrpc.getSetConfigMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getGetConfigMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getListConfigMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getListQueuesMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        on(FilaAdminGrpc.getGetStatsMethod(), Requirement.ADMIN_EVERYWHERE, GetStatsRequest::getQueue);
        on(FilaAdminGrpc.getRedriveMethod(), Requirement.ADMIN_EVERYWHERE, RedriveRequest::getDlqQueue);
        put(FilaAdminGrpc.getRevokeApiKeyMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getListApiKeysMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getSetApiKeyLimitsMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getGetAclMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getBackupMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getReadRecorderMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getGetClusterStatusMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getTransferLeadershipMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());
        put(FilaAdminGrpc.getRemoveNodeMethod(), Requirement.ADMIN_EVERYWHERE, request -> List.of());

        put(FilaAdminGrpc.getCreateApiKeyMethod(), Requirement.ADMIN_SOMEWHERE, request -> List.of());
        put(FilaAdminGrpc.getSetAclMethod(), Requirement.ADMIN_SOMEWHERE, request -> List.of());
        put(FilaAdminGrpc.getRotateApiKeyMethod(), Requirement.ANY_KEY, request -> List.of());
    }

    private AccessTable() {}

    /** What a call of this method takes. */
    public static Requirement of(MethodDescriptor<?, ?> method) {
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

    private static <Q extends Message> void each(MethodDescriptor<Q, ?> method, Requirement need) {
        put(method, need, request -> {
            throw new IllegalStateException(method.getFullMethodName() + " asks for each queue itself.");
        });
    }

    private static <Q extends Message> void on(
            MethodDescriptor<Q, ?> method, Requirement need, Function<Q, String> queue) {
        put(method, need, request -> List.of(queue.apply(request)));
    }

    private static <Q extends Message> void put(
            MethodDescriptor<Q, ?> method, Requirement need, Function<Q, List<String>> queues) {
        ENTRIES.put(method.getFullMethodName(), new Entry<>(need, queues));
    }
}
