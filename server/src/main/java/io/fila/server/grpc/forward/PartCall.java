package io.fila.server.grpc.forward;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.SecurityLevel;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** A part of a client's call, for one shard to answer: it comes from the same client, and what the shard says goes to a receiver. */
final class PartCall extends ServerCall<byte[], byte[]> {
    private final ServerCall<byte[], byte[]> whole;
    private final MethodDescriptor<byte[], byte[]> method;
    private final Receiver receiver;
    private final CallFeed feed;
    private volatile boolean over;

    /** Whoever puts the parts together. Any thread. */
    interface Receiver {
        void message(byte[] message);

        /** The shard has ended its part. */
        void closed(Status status, Metadata trailers);

        /** More messages are asked for than there are. */
        default void hungry() {}
    }

    /** @param method that is called, if it is another one than the client's */
    PartCall(ServerCall<byte[], byte[]> whole, MethodDescriptor<byte[], byte[]> method, Receiver receiver) {
        this.whole = whole;
        this.method = method;
        this.receiver = receiver;
        this.feed = new CallFeed(receiver::hungry);
    }

    /** What is said to the shard. */
    CallFeed feed() {
        return feed;
    }

    /** The client has left, or another part has failed. */
    void cancel() {
        over = true;
        feed.tell(ServerCall.Listener::onCancel);
    }

    @Override
    public void request(int messages) {
        feed.ask(messages);
    }

    @Override
    public void sendHeaders(Metadata headers) {
        // The whole has sent its own.
    }

    @Override
    public void sendMessage(byte[] message) {
        if (!over) {
            receiver.message(message);
        }
    }

    @Override
    public boolean isReady() {
        return whole.isReady();
    }

    @Override
    public void close(Status status, Metadata trailers) {
        if (!over) {
            over = true;
            receiver.closed(status, trailers);
        }
    }

    @Override
    public boolean isCancelled() {
        return over || whole.isCancelled();
    }

    @Override
    public Attributes getAttributes() {
        return whole.getAttributes();
    }

    @Override
    public @Nullable String getAuthority() {
        return whole.getAuthority();
    }

    @Override
    public SecurityLevel getSecurityLevel() {
        return whole.getSecurityLevel();
    }

    @Override
    public MethodDescriptor<byte[], byte[]> getMethodDescriptor() {
        return method;
    }
}
