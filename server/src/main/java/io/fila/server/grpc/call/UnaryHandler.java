package io.fila.server.grpc.call;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.audit.AuditTrail;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** Waits for the one request of a call and passes it on. */
public final class UnaryHandler<R> implements CallHandler<R> {
    /** What is done with a request; runs on the connection's event loop and must not block. */
    public interface Operation<R> {
        void run(byte[] request, UnaryCall<R> call);
    }

    private final Operation<R> operation;

    public UnaryHandler(Operation<R> operation) {
        this.operation = operation;
    }

    @Override
    public ServerCall.Listener<byte[]> start(ServerCall<byte[], R> call, Metadata headers, AuditTrail trail) {
        // One more than is needed, so that a second request is noticed.
        call.request(2);
        return new Request(call, trail, IncomingBytes.countUntilTaken());
    }

    /** Its one request. The event loop brings it; if it is given up on the way, any thread may say so. */
    private final class Request extends ServerCall.Listener<byte[]> implements IncomingBytes.Receiver {
        private final ServerCall<byte[], R> call;
        private final AuditTrail trail;
        private final Runnable taken;
        private byte @Nullable [] request;
        private boolean over;

        Request(ServerCall<byte[], R> call, AuditTrail trail, Runnable taken) {
            this.call = call;
            this.trail = trail;
            this.taken = taken;
        }

        @Override
        public synchronized void onMessage(byte[] message) {
            if (request == null) {
                request = message;
            } else if (!over) {
                over = true;
                new UnaryCall<>(call, trail)
                        .refuse(Status.INVALID_ARGUMENT.withDescription(
                                "Expected one request but found another; send one per call."));
            }
        }

        @Override
        public synchronized void giveUp(Refusal why) {
            if (!over) {
                over = true;
                request = null;
                new UnaryCall<>(call, trail).refuse(why);
            }
        }

        /** No headers have gone out: the transport says it better. */
        @Override
        public void unreadable(Refusal why) {}

        @Override
        public void onHalfClose() {
            byte[] complete;
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
                complete = request;
                request = null;
            }
            taken.run();
            UnaryCall<R> waiting = new UnaryCall<>(call, trail);
            if (complete == null) {
                waiting.refuse(Status.INVALID_ARGUMENT.withDescription(
                        "Expected a request but the call ended without one; send it before closing."));
            } else {
                operation.run(complete, waiting);
            }
        }
    }
}
