package io.fila.client;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What comes of a unary call, once its answer is there. Completed on the connection's event loop. */
final class Reply<R, T extends @Nullable Object> extends CompletableFuture<T> {
    private final ClientCall<?, R> call;
    private final Connection connection;
    private final Subject subject;
    private final Function<R, T> result;

    private Reply(ClientCall<?, R> call, Connection connection, Subject subject, Function<R, T> result) {
        this.call = call;
        this.connection = connection;
        this.subject = subject;
        this.result = result;
    }

    static <Q, R, T extends @Nullable Object> Reply<R, T> to(
            Q request,
            Metadata headers,
            ClientCall<Q, R> call,
            Connection connection,
            Subject subject,
            Function<R, T> result) {
        Reply<R, T> reply = new Reply<>(call, connection, subject, result);
        call.start(reply.new Listener(), headers);
        // Two, so that a second answer would be seen and refused instead of waiting unread.
        call.request(2);
        call.sendMessage(request);
        call.halfClose();
        return reply;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        call.cancel("Given up by the caller", null);
        return cancelled;
    }

    private final class Listener extends ClientCall.Listener<R> {
        private @Nullable R answer;

        @Override
        public void onMessage(R message) {
            answer = message;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            if (status.isOk() && answer != null) {
                complete(result.apply(answer));
            } else {
                completeExceptionally(connection.failure(status, trailers, subject));
            }
        }
    }
}
