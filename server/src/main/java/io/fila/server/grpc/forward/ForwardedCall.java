package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.call.ForwardingHeaders;
import io.fila.server.grpc.call.Statuses;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * A call that another node answers: what comes from either side goes to the other as it is, and no faster than the other
 * takes it. The connections of both sides bring it; any thread may end it.
 */
final class ForwardedCall extends ServerCall.Listener<byte[]> {
    private final ServerCall<byte[], byte[]> client;
    private final ClientCall<byte[], byte[]> leader;
    private final Runnable whenOver;

    // Under the lock.
    private boolean over;
    private boolean leaderIsFull;
    private boolean clientIsFull;

    private ForwardedCall(ServerCall<byte[], byte[]> client, ClientCall<byte[], byte[]> leader, Runnable whenOver) {
        this.client = client;
        this.leader = leader;
        this.whenOver = whenOver;
    }

    /**
     * Begins to pass on a call of which nothing has been taken yet.
     *
     * @param headers what the leader is to see
     * @param whenOver runs once, however it ends
     */
    static ForwardedCall start(ServerCall<byte[], byte[]> client, Channel way, Metadata headers, Runnable whenOver) {
        ForwardedCall forwarded =
                new ForwardedCall(client, way.newCall(client.getMethodDescriptor(), CallOptions.DEFAULT), whenOver);
        forwarded.leader.start(forwarded.new Answer(), headers);
        forwarded.leader.request(1);
        client.request(1);
        return forwarded;
    }

    @Override
    public void onMessage(byte[] message) {
        synchronized (this) {
            if (over) {
                return;
            }
            leader.sendMessage(message);
            if (!leader.isReady()) {
                leaderIsFull = true;
                return;
            }
        }
        client.request(1);
    }

    @Override
    public synchronized void onHalfClose() {
        if (!over) {
            leader.halfClose();
        }
    }

    @Override
    public void onReady() {
        synchronized (this) {
            if (!clientIsFull || !client.isReady()) {
                return;
            }
            clientIsFull = false;
        }
        leader.request(1);
    }

    @Override
    public void onCancel() {
        if (finish()) {
            leader.cancel("The client has cancelled the call.", null);
        }
    }

    /** Ends the call from here: the leader is left, the client is told why. */
    void end(Refusal why) {
        if (finish()) {
            leader.cancel(why.sentence(), null);
            synchronized (this) {
                Statuses.close(client, why);
            }
        }
    }

    /** Makes sure that the call ends once; true for whoever ends it. */
    private boolean finish() {
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
        }
        whenOver.run();
        return true;
    }

    /** What the leader says. On the connection to it. */
    private final class Answer extends ClientCall.Listener<byte[]> {
        @Override
        public void onHeaders(Metadata headers) {
            synchronized (ForwardedCall.this) {
                if (!over) {
                    client.sendHeaders(headers);
                }
            }
        }

        @Override
        public void onMessage(byte[] message) {
            synchronized (ForwardedCall.this) {
                if (over) {
                    return;
                }
                client.sendMessage(message);
                if (!client.isReady()) {
                    clientIsFull = true;
                    return;
                }
            }
            leader.request(1);
        }

        @Override
        public void onReady() {
            synchronized (ForwardedCall.this) {
                if (!leaderIsFull || !leader.isReady()) {
                    return;
                }
                leaderIsFull = false;
            }
            client.request(1);
        }

        @Override
        public void onClose(Status status, @Nullable Metadata trailers) {
            if (!finish()) {
                return;
            }
            synchronized (ForwardedCall.this) {
                Metadata told = trailers == null ? new Metadata() : trailers;
                if (ForwardingHeaders.isOfTheLeader(status, told)) {
                    client.close(status, told);
                } else {
                    Statuses.close(client, ForwardingHeaders.LEADER_LOST);
                }
            }
        }
    }
}
