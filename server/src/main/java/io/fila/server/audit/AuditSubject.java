package io.fila.server.audit;

import java.util.List;

/**
 * What a call is about.
 *
 * @param queues the queues it names
 * @param keyId the key it names, or makes; empty for none
 * @param detail what else is worth knowing: permissions, a message, a setting; never a payload, a value or a secret
 */
public record AuditSubject(List<String> queues, String keyId, String detail) {
    /** Characters of a detail that are kept; what is beyond is cut off. */
    static final int DETAIL_CHARS = 1_000;

    public static final AuditSubject NONE = new AuditSubject(List.of(), "", "");

    public AuditSubject {
        queues = List.copyOf(queues);
        detail = detail.length() <= DETAIL_CHARS ? detail : detail.substring(0, DETAIL_CHARS - 1) + "…";
    }

    public static AuditSubject ofQueue(String queue) {
        return new AuditSubject(List.of(queue), "", "");
    }

    public AuditSubject withKey(String id) {
        return new AuditSubject(queues, id, detail);
    }
}
