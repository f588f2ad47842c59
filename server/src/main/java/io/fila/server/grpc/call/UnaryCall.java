package io.fila.server.grpc.call;

import io.fila.core.reply.Refusal;
import io.fila.server.access.Caller;
import io.fila.server.grpc.audit.AuditTrail;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call with one request that waits for its one answer. It is answered once, by whichever thread decides. */
public final class UnaryCall<R> {
    private static final Logger log = LoggerFactory.getLogger(UnaryCall.class);

    private final ServerCall<byte[], R> call;
    private final AuditTrail trail;

    UnaryCall(ServerCall<byte[], R> call, AuditTrail trail) {
        this.call = call;
        this.trail = trail;
    }

    public Caller caller() {
        return trail.caller();
    }

    public AuditTrail trail() {
        return trail;
    }

    public void answer(R response) {
        trail.answered(response);
        guarded(() -> {
            call.sendHeaders(new Metadata());
            call.sendMessage(response);
            call.close(Status.OK, new Metadata());
        });
    }

    public void refuse(Refusal refusal) {
        trail.refused(refusal);
        guarded(() -> Statuses.close(call, refusal));
    }

    public void refuse(Status status) {
        trail.ended(status.getCode().name());
        guarded(() -> call.close(status, new Metadata()));
    }

    /** Whether nobody waits for the answer any more. */
    public boolean isCancelled() {
        return call.isCancelled();
    }

    /** Nobody waits for the answer, and none is given. */
    public void abandon() {
        trail.ended(Status.Code.CANCELLED.name());
    }

    /** Does work for the call; if it fails, the call is told so. */
    public void guard(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failure) {
            log.error("A call of {} failed.", call.getMethodDescriptor().getFullMethodName(), failure);
            refuse(Refusal.unavailable("Expected to read from storage but it failed; see the broker's log."));
        }
    }

    /** The broker thread answers here, and nothing that is wrong with one connection may stop it. */
    private void guarded(Runnable answer) {
        try {
            answer.run();
        } catch (RuntimeException failure) {
            log.warn("A call of {} got no answer.", call.getMethodDescriptor().getFullMethodName(), failure);
        }
    }
}
