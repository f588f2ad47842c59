package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.call.ForwardingHeaders;
import io.fila.server.grpc.call.Statuses;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The time for which this node leads, and the calls it answers in it. When it is over, every call that has no answer yet is
 * ended, and whatever the broker of that time still says is heard by nobody. Any thread.
 */
public final class LeadershipTerm {
    private final long nodeId;
    private final Set<Answering<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean over;

    public LeadershipTerm(long nodeId) {
        this.nodeId = nodeId;
    }

    /** The same service, for as long as this lasts. */
    public ServerServiceDefinition limit(ServerServiceDefinition service) {
        ServerServiceDefinition.Builder limited = ServerServiceDefinition.builder(service.getServiceDescriptor());
        service.getMethods().forEach(method -> limited.addMethod(limit(method)));
        return limited.build();
    }

    @SuppressWarnings("unchecked") // requests of all our methods are bytes
    private <R> ServerMethodDefinition<byte[], R> limit(ServerMethodDefinition<?, R> method) {
        ServerMethodDefinition<byte[], R> onBytes = (ServerMethodDefinition<byte[], R>) method;
        ServerCallHandler<byte[], R> handler = onBytes.getServerCallHandler();
        return onBytes.withServerCallHandler((call, headers) -> {
            Answering<R> answering = new Answering<>(call, ForwardingHeaders.isForwarded(headers));
            open.add(answering);
            if (over) {
                answering.end(ForwardingHeaders.LEADER_CHANGED);
                return new ServerCall.Listener<>() {};
            }
            return new SimpleForwardingServerCallListener<>(handler.startCall(answering, headers)) {
                @Override
                public void onCancel() {
                    open.remove(answering);
                    super.onCancel();
                }
            };
        });
    }

    /** Ends it, and every call that is under way. */
    public void end(Refusal why) {
        over = true;
        open.forEach(call -> call.end(why));
    }

    /** A call that is being answered. */
    private final class Answering<R> extends SimpleForwardingServerCall<byte[], R> {
        private final boolean isForwarded;
        private boolean closed;

        Answering(ServerCall<byte[], R> call, boolean isForwarded) {
            super(call);
            this.isForwarded = isForwarded;
        }

        @Override
        public synchronized void sendHeaders(Metadata headers) {
            if (!closed) {
                super.sendHeaders(headers);
            }
        }

        @Override
        public synchronized void sendMessage(R message) {
            if (!closed) {
                super.sendMessage(message);
            }
        }

        @Override
        public synchronized void close(Status status, Metadata trailers) {
            if (!closed) {
                closed = true;
                open.remove(this);
                if (isForwarded) {
                    ForwardingHeaders.sign(trailers, nodeId);
                }
                super.close(status, trailers);
            }
        }

        @Override
        public synchronized boolean isCancelled() {
            return closed || super.isCancelled();
        }

        void end(Refusal why) {
            Statuses.close(this, why);
        }
    }
}
