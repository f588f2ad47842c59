package io.fila.client.fake;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;

/** Response headers that a method can send before its first message, which stubs alone can't. */
final class EarlyHeaders implements ServerInterceptor {
    private static final Context.Key<OpenableCall<?, ?>> CALL = Context.key("call");

    /** Sends the headers of the call in progress. */
    static void send() {
        CALL.get().sendHeaders(new Metadata());
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        OpenableCall<Q, R> openable = new OpenableCall<>(call);
        return Contexts.interceptCall(Context.current().withValue(CALL, openable), openable, headers, next);
    }

    private static final class OpenableCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private boolean sent;

        OpenableCall(ServerCall<Q, R> call) {
            super(call);
        }

        @Override
        public void sendHeaders(Metadata headers) {
            if (!sent) {
                sent = true;
                super.sendHeaders(headers);
            }
        }
    }
}
