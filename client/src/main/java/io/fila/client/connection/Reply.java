package io.fila.client.connection;

import io.fila.client.Address;
import io.fila.client.error.BrokerFailure;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What comes of a unary call, once its answer is there. Completed on the connection's event loop. */
public final class Reply<Q, R, T extends @Nullable Object> extends CompletableFuture<T> {
    /** Redirects in a row that are followed; more mean that the brokers do not agree on a leader. */
    public static final int MAX_REDIRECTS = 4;

    private final Connection connection;
    private final MethodDescriptor<Q, R> rpc;
    private final Q request;
    private final Subject subject;
    private final Function<R, T> result;
    private final CallOptions options;
    private volatile @Nullable ClientCall<Q, R> call;
    private int redirects;
    private int nodesLeft;

    Reply(
            Connection connection,
            MethodDescriptor<Q, R> rpc,
            Q request,
            Subject subject,
            CallOptions options,
            Function<R, T> result) {
        this.connection = connection;
        this.rpc = rpc;
        this.request = request;
        this.subject = subject;
        this.result = result;
        this.options = options;
        this.nodesLeft = connection.nodes() - 1;
    }

    Reply<Q, R, T> start(Metadata headers) {
        attempt(headers);
        return this;
    }

    private void attempt(Metadata headers) {
        Address called = connection.route(subject);
        SentFlag sent = new SentFlag();
        CallOptions watched = nodesLeft > 0 ? options.withStreamTracerFactory(sent) : options;
        ClientCall<Q, R> attempt = connection.newCall(rpc, called, watched);
        call = attempt;
        attempt.start(Callback.of(new Listener(headers, called, sent)), headers);
        // Two, so that a second answer would be seen and refused instead of waiting unread.
        attempt.request(2);
        attempt.sendMessage(request);
        attempt.halfClose();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        ClientCall<Q, R> current = call;
        if (current != null) {
            current.cancel("Cancelled by the caller", null);
        }
        return cancelled;
    }

    private final class Listener extends ClientCall.Listener<R> {
        private final Metadata headers;
        private final Address called;
        private final SentFlag sent;
        private @Nullable R answer;

        Listener(Metadata headers, Address called, SentFlag sent) {
            this.headers = headers;
            this.called = called;
            this.sent = sent;
        }

        @Override
        public void onMessage(R message) {
            answer = message;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            try {
                conclude(status, trailers);
            } catch (RuntimeException unusable) {
                completeExceptionally(
                        new BrokerFailure("The broker's answer cannot be used: " + unusable.getMessage(), unusable));
            }
        }

        private void conclude(Status status, Metadata trailers) {
            if (status.isOk() && answer != null) {
                complete(result.apply(answer));
            } else if (connection.redirected(status, trailers, subject) && redirects++ < MAX_REDIRECTS && !isDone()) {
                attempt(headers);
            } else if (connection.unreached(called, status, trailers)
                    && mayBeRepeated()
                    && nodesLeft-- > 0
                    && !isDone()) {
                attempt(headers);
            } else {
                completeExceptionally(connection.failure(status, trailers, subject));
            }
        }

        /** Whether it does no harm to ask another node: this one was never asked, or asking changes nothing. */
        private boolean mayBeRepeated() {
            return !sent.isSet() || ReadOnlyCalls.is(rpc);
        }
    }
}
