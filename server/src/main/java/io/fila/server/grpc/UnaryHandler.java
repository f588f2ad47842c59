package io.fila.server.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** Waits for the one request of a call and passes it on. */
final class UnaryHandler<R> implements ServerCallHandler<byte[], R> {
    /** What is done with a request; runs on the connection's event loop and must not block. */
    interface Operation<R> {
        void run(byte[] request, UnaryCall<R> call);
    }

    private final Operation<R> operation;

    UnaryHandler(Operation<R> operation) {
        this.operation = operation;
    }

    @Override
    public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], R> call, Metadata headers) {
        // One more than is needed, so that a second request is noticed.
        call.request(2);
        return new Request(call);
    }

    private final class Request extends ServerCall.Listener<byte[]> {
        private final ServerCall<byte[], R> call;
        private byte @Nullable [] request;
        private boolean over;

        Request(ServerCall<byte[], R> call) {
            this.call = call;
        }

        @Override
        public void onMessage(byte[] message) {
            if (request == null) {
                request = message;
            } else if (!over) {
                over = true;
                new UnaryCall<>(call)
                        .refuse(Status.INVALID_ARGUMENT.withDescription(
                                "Expected one request but found another; send one a call."));
            }
        }

        @Override
        public void onHalfClose() {
            byte[] complete = request;
            if (over) {
                return;
            }
            over = true;
            UnaryCall<R> waiting = new UnaryCall<>(call);
            if (complete == null) {
                waiting.refuse(Status.INVALID_ARGUMENT.withDescription(
                        "Expected a request but the call ended without one; send it before closing."));
            } else {
                operation.run(complete, waiting);
            }
        }
    }
}
