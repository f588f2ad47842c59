package io.fila.server.grpc.access;

import io.fila.core.access.Grants;
import io.fila.core.access.PermissionKind;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.server.access.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call takes. The order is the contract's: who calls, then whether the queues are named, then what the caller may do;
 * so whoever may not call learns nothing about what exists.
 */
public record Requirement(PermissionKind kind, Extent extent) {
    /** Where the permission must reach. */
    enum Extent {
        /** The queues that the request names. */
        NAMED_QUEUES,
        /** All queues there are and will be. */
        EVERYWHERE,
        /** Some queue or other; the broker judges the rest, which depends on what is asked. */
        SOMEWHERE,
        /** Nothing but a valid key; the broker judges the rest. */
        ANY_KEY
    }

    static final Requirement PRODUCE = new Requirement(PermissionKind.PRODUCE, Extent.NAMED_QUEUES);
    static final Requirement CONSUME = new Requirement(PermissionKind.CONSUME, Extent.NAMED_QUEUES);
    static final Requirement ADMIN = new Requirement(PermissionKind.ADMIN, Extent.NAMED_QUEUES);
    public static final Requirement ADMIN_EVERYWHERE = new Requirement(PermissionKind.ADMIN, Extent.EVERYWHERE);
    static final Requirement ADMIN_SOMEWHERE = new Requirement(PermissionKind.ADMIN, Extent.SOMEWHERE);
    static final Requirement ANY_KEY = new Requirement(PermissionKind.ADMIN, Extent.ANY_KEY);

    /** What speaks against a call that names these queues, or null if nothing does. */
    public @Nullable Refusal objection(Caller caller, List<String> queues, long nowMillis) {
        Grants grants = caller.grants(nowMillis);
        if (grants == null) {
            return Refusal.unauthenticated();
        }
        for (String queue : queues) {
            if (queue.isEmpty()) {
                return QueueName.objection(queue);
            }
        }
        return switch (extent) {
            case NAMED_QUEUES -> objection(grants, queues);
            case EVERYWHERE -> grants.mayEverywhere(kind) ? null : Refusal.deniedAdministration();
            case SOMEWHERE -> grants.maySomewhere(kind) ? null : Refusal.deniedAdministration();
            case ANY_KEY -> null;
        };
    }

    /** The same of a call that names one queue. */
    public @Nullable Refusal objection(Caller caller, String queue, long nowMillis) {
        if (caller.isBeyondKeys() && !queue.isEmpty()) {
            return null;
        }
        return objection(caller, List.of(queue), nowMillis);
    }

    private @Nullable Refusal objection(Grants grants, List<String> queues) {
        for (String queue : queues) {
            if (!grants.may(kind, queue)) {
                return Refusal.denied(kind.label(), queue);
            }
        }
        return null;
    }
}
