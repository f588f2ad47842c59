package io.fila.server.http;

import com.google.protobuf.InvalidProtocolBufferException;
import io.fila.server.grpc.LocalCalls;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serves every unary call as JSON over HTTP, with the keys, permissions and errors of gRPC. */
final class Rest implements Handler {
    private final Methods methods;
    private final LocalCalls calls;

    Rest(Methods methods, LocalCalls calls) {
        this.methods = methods;
        this.calls = calls;
    }

    boolean has(String path) {
        return methods.at(path) != null;
    }

    @Override
    public void handle(Exchange exchange) {
        Methods.Method method = Objects.requireNonNull(methods.at(exchange.path()));
        String json = new String(exchange.body(), StandardCharsets.UTF_8);
        byte[] request;
        try {
            request = method.request(json.isBlank() ? "{}" : json);
        } catch (InvalidProtocolBufferException | IllegalArgumentException | IllegalStateException malformed) {
            // Gson, below, tells some mistakes by exceptions of its own.
            exchange.answer(Answer.invalid("Expected a "
                    + method.descriptor().getInputType().getName() + " as JSON but it cannot be parsed: "
                    + malformed.getMessage()));
            return;
        }
        var _ = calls.start(
                method.fullName(), request, exchange.token(), exchange.from(), new Waiting(method, exchange));
    }

    /** Whoever waits for the response. It is written on the connection's thread: the broker's has better things to do. */
    private static final class Waiting implements LocalCalls.Receiver {
        private final Methods.Method method;
        private final Exchange exchange;
        private volatile byte @Nullable [] response;

        Waiting(Methods.Method method, Exchange exchange) {
            this.method = method;
            this.exchange = exchange;
        }

        @Override
        public void message(byte[] message) {
            response = message;
        }

        @Override
        public void closed(Status status, long retryAfterMillis) {
            byte[] received = response;
            exchange.loop()
                    .execute(() -> exchange.answer(
                            status.isOk() && received != null
                                    ? Answer.json(Methods.json(method.response(received)))
                                    : Answer.refusal(status, retryAfterMillis)));
        }
    }
}
