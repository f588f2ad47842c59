package io.fila.server.audit;

import io.fila.server.log.JsonText;
import java.util.stream.Collectors;

/**
 * One call and its result.
 *
 * @param principal the name of the caller's key; empty where there are no keys, or for whoever showed none
 * @param keyId the id of the caller's key; empty if it has none
 * @param from the caller's address
 * @param result the gRPC status
 */
public record AuditEntry(
        String principal, String keyId, String from, String call, AuditSubject subject, String result) {

    /** The entry as a line, with the moment it was recorded at. */
    String json(String time) {
        StringBuilder line = new StringBuilder("{");
        field(line, "time", time);
        field(line, "principal", principal);
        field(line, "key_id", keyId);
        field(line, "from", from);
        field(line, "call", call);
        if (!subject.queues().isEmpty()) {
            line.append(subject.queues().stream()
                    .map(JsonText::quoted)
                    .collect(Collectors.joining(",", ",\"queues\":[", "]")));
        }
        field(line, "key", subject.keyId());
        field(line, "detail", subject.detail());
        field(line, "result", result);
        return line.append('}').toString();
    }

    private static void field(StringBuilder line, String name, String value) {
        if (!value.isEmpty()) {
            line.append(line.length() > 1 ? ",\"" : "\"")
                    .append(name)
                    .append("\":")
                    .append(JsonText.quoted(value));
        }
    }
}
