package io.fila.server.grpc.audit;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.BackupRequest;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.GetMessageRequest;
import io.fila.proto.v1.MoveMessageRequest;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.PurgeQueueRequest;
import io.fila.proto.v1.RemoveNodeRequest;
import io.fila.proto.v1.SetAclRequest;
import io.fila.proto.v1.SetApiKeyLimitsRequest;
import io.fila.proto.v1.SetConfigRequest;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.fila.server.access.Token;
import io.fila.server.audit.AuditSubject;
import java.util.List;
import java.util.stream.Collectors;

/** What the audit log tells of requests: names, never values, which may be secrets of somebody's. */
public final class AuditSubjects {
    private static final String KEY_ID = "key_id";

    private AuditSubjects() {}

    public static AuditSubject of(Message request, List<String> queues) {
        return new AuditSubject(queues, keyId(request), Token.hidden(detail(request)));
    }

    /** The key that a request names, or a response tells of; empty if it is none. */
    static String keyId(Object message) {
        if (!(message instanceof Message protobuf)) {
            return "";
        }
        FieldDescriptor field = protobuf.getDescriptorForType().findFieldByName(KEY_ID);
        String named = field == null ? "" : (String) protobuf.getField(field);
        // Somebody may have put a token there.
        return Token.isKeyId(named) ? named : "";
    }

    private static String detail(Message request) {
        return switch (request) {
            case CreateApiKeyRequest create ->
                create.getName()
                        + (create.getCertificate().isEmpty() ? "" : " for certificate " + create.getCertificate())
                        + (create.getIsSuperadmin() ? " (superadmin)" : "");
            case SetAclRequest set ->
                set.getPermissionsList().stream()
                        .map(permission -> permission.getKind() + ":" + permission.getPattern())
                        .collect(Collectors.joining(" "));
            case SetApiKeyLimitsRequest set ->
                "enqueues " + set.getEnqueuesPerSecond() + ", bytes " + set.getBytesPerSecond() + ", streams "
                        + set.getStreams();
            case SetConfigRequest set -> set.getKey();
            case SetKeyWeightRequest set -> set.getFairnessKey() + " " + set.getWeight();
            case PurgeQueueRequest purge -> purge.getFairnessKey();
            case GetMessageRequest get -> get.getMessageId();
            case MoveMessageRequest move -> move.getMessageId();
            case AckRequest ack -> ack.getMessageId();
            case NackRequest nack -> nack.getMessageId();
            case BackupRequest backup -> backup.getDirectory();
            case TransferLeadershipRequest transfer -> "node " + transfer.getNodeId();
            case RemoveNodeRequest remove -> "node " + remove.getNodeId();
            default -> "";
        };
    }
}
