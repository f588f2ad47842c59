package io.fila.server.grpc.audit;

import io.fila.core.reply.Refusal;
import io.fila.server.access.Caller;
import io.fila.server.audit.AuditEntry;
import io.fila.server.audit.AuditLog;
import io.fila.server.audit.AuditSubject;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whoever makes a call, and what the call leaves in the audit log. Any thread. */
public final class AuditTrail {
    private static final String DONE = "OK";

    /** Queues of one stream that are recorded one by one. */
    private static final int QUEUES_OF_A_STREAM = 100;

    private final AuditLog log;
    private final Audited kind;
    private final ServerCall<?, ?> call;
    private final Caller caller;

    // Written before the broker hears of the call, which publishes them.
    private AuditSubject subject = AuditSubject.NONE;
    private String queue = "";
    private boolean keptPlace;

    // The broker thread, which answers what a stream says.
    private @Nullable Set<String> queues;

    public AuditTrail(AuditLog log, Audited kind, ServerCall<?, ?> call, Caller caller) {
        this.log = log;
        this.kind = kind;
        this.call = call;
        this.caller = caller;
    }

    public Caller caller() {
        return caller;
    }

    /** Whether the call will be recorded even if nothing is wrong with it. */
    public boolean isRecorded() {
        return kind == Audited.ADMINISTRATION ? log.recordsAdministration() : log.recordsData();
    }

    /** Says what the call is about. */
    public void about(AuditSubject what) {
        subject = what;
    }

    public void about(String named) {
        queue = named;
    }

    /** Keeps a place in the log for what is about to be done, or tells why it can't be done. */
    public @Nullable Refusal begin() {
        if (kind != Audited.ADMINISTRATION || !isRecorded()) {
            return null;
        }
        keptPlace = log.keepPlace();
        return keptPlace
                ? null
                : Refusal.exhausted("Expected the audit log to keep up but too many lines wait to be written; try again"
                        + " in a moment.");
    }

    public void done() {
        ended(DONE);
    }

    /** It was done, and perhaps made a key that the response tells of. */
    public void answered(Object response) {
        if (keptPlace) {
            String made = AuditSubjects.keyId(response);
            subject = made.isEmpty() ? subject : subject.withKey(made);
        }
        ended(DONE);
    }

    public void refused(Refusal why) {
        ended(why.code().name());
    }

    /** Something a stream wanted of a queue was done, perhaps not for the first time. */
    public void uses(String used) {
        if (!log.recordsData()) {
            return;
        }
        Set<String> known = queues == null ? new HashSet<>() : queues;
        queues = known;
        if (known.size() < QUEUES_OF_A_STREAM && known.add(used)) {
            log.record(entry(AuditSubject.ofQueue(used), DONE));
        }
    }

    /** A stream was refused something, and goes on; of interest is what it may not do. */
    public void denied(String wanted, Refusal why) {
        if (isDenial(why.code().name())) {
            log.recordDenied(entry(AuditSubject.ofQueue(wanted), why.code().name()));
        }
    }

    /** A stream was ended; of interest is if not all went well. */
    public void closed(Status status) {
        if (!status.isOk()) {
            ended(status.getCode().name());
        }
    }

    public void ended(String result) {
        if (keptPlace) {
            keptPlace = false;
            log.recordKept(entry(subject(), result));
        } else if (isDenial(result)) {
            log.recordDenied(entry(subject(), result));
        } else if (kind == Audited.DATA && isRecorded()) {
            log.record(entry(subject(), result));
        }
    }

    private AuditSubject subject() {
        return queue.isEmpty() ? subject : AuditSubject.ofQueue(queue);
    }

    private static boolean isDenial(String result) {
        return result.equals(Refusal.Code.PERMISSION_DENIED.name())
                || result.equals(Refusal.Code.UNAUTHENTICATED.name());
    }

    private AuditEntry entry(AuditSubject about, String result) {
        return new AuditEntry(
                caller.principal(),
                caller.keyId(),
                address(call),
                call.getMethodDescriptor().getFullMethodName(),
                about,
                result);
    }

    /** The entry of a call that nobody could be found to have made. */
    public static AuditEntry unauthenticated(ServerCall<?, ?> call) {
        return new AuditEntry(
                "",
                "",
                address(call),
                call.getMethodDescriptor().getFullMethodName(),
                AuditSubject.NONE,
                Refusal.Code.UNAUTHENTICATED.name());
    }

    private static String address(ServerCall<?, ?> call) {
        SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return remote instanceof InetSocketAddress internet && internet.getAddress() != null
                ? internet.getAddress().getHostAddress() + ":" + internet.getPort()
                : String.valueOf(remote);
    }
}
