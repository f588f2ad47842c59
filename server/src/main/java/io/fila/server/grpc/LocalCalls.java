package io.fila.server.grpc;

import io.fila.server.grpc.access.Authentication;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.grpc.forward.Offer;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls the services from another edge of this process, through the same handlers, keys, permissions and limits as gRPC.
 * Thread-safe.
 */
public final class LocalCalls {
    private final Offer offer;

    LocalCalls(Offer offer) {
        this.offer = offer;
    }

    /** Whoever waits for what a call brings. Told on whichever thread decides, the broker's too: must not block. */
    public interface Receiver {
        /** The call was taken; messages may follow. */
        default void opened() {}

        /** Whether a further message would find room. */
        default boolean isReady() {
            return true;
        }

        void message(byte[] message);

        /**
         * The end of the call.
         *
         * @param retryAfterMillis when to try again, if that is of use and known; otherwise 0
         */
        void closed(Status status, long retryAfterMillis);
    }

    /** A call that was begun. For the thread that began it. */
    public interface LocalCall {
        /** There is room for messages again. */
        void ready();

        /** Nobody waits any more. */
        void cancel();
    }

    /**
     * Begins a call with one request.
     *
     * @param token the key that was shown, or null
     * @param from where the caller is
     */
    public LocalCall start(
            String fullMethodName,
            byte[] request,
            @Nullable String token,
            @Nullable InetSocketAddress from,
            Receiver receiver) {
        ServerMethodDefinition<?, ?> method =
                Objects.requireNonNull(offer.lookupMethod(fullMethodName, null), fullMethodName);
        return start(method, request, token, from, receiver);
    }

    @SuppressWarnings("unchecked") // requests of all our methods are bytes
    private static <R> LocalCall start(
            ServerMethodDefinition<?, R> method,
            byte[] request,
            @Nullable String token,
            @Nullable InetSocketAddress from,
            Receiver receiver) {
        ServerMethodDefinition<byte[], R> onBytes = (ServerMethodDefinition<byte[], R>) method;
        Call<R> call = new Call<>(onBytes.getMethodDescriptor(), from, receiver);
        ServerCall.Listener<byte[]> listener =
                onBytes.getServerCallHandler().startCall(call, Authentication.showing(token));
        if (!call.closed) {
            listener.onMessage(request);
            listener.onHalfClose();
        }
        return new LocalCall() {
            @Override
            public void ready() {
                if (!call.closed) {
                    listener.onReady();
                }
            }

            @Override
            public void cancel() {
                if (!call.closed) {
                    call.cancelled = true;
                    listener.onCancel();
                }
            }
        };
    }

    private static final class Call<R> extends ServerCall<byte[], R> {
        private final MethodDescriptor<byte[], R> method;
        private final Attributes attributes;
        private final Receiver receiver;
        private volatile boolean closed;
        private volatile boolean cancelled;

        Call(MethodDescriptor<byte[], R> method, @Nullable InetSocketAddress from, Receiver receiver) {
            this.method = method;
            this.receiver = receiver;
            this.attributes = from == null
                    ? Attributes.EMPTY
                    : Attributes.newBuilder()
                            .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, from)
                            .build();
        }

        @Override
        public void request(int messages) {
            // There is one request, and it is there.
        }

        @Override
        public void sendHeaders(Metadata headers) {
            receiver.opened();
        }

        @Override
        public void sendMessage(R message) {
            try (InputStream bytes = method.streamResponse(message)) {
                receiver.message(bytes.readAllBytes());
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        @Override
        public boolean isReady() {
            return receiver.isReady();
        }

        @Override
        public void close(Status status, Metadata trailers) {
            closed = true;
            receiver.closed(status, Statuses.retryAfterMillis(trailers));
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }

        @Override
        public Attributes getAttributes() {
            return attributes;
        }

        @Override
        public MethodDescriptor<byte[], R> getMethodDescriptor() {
            return method;
        }
    }
}
