package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.call.ForwardingHeaders;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.settings.ListenAddress;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits for a node to lead, and then goes on there or here. What the client says meanwhile is kept: of messages at
 * most one, because none is asked for. Its connection brings it; any thread may send it on.
 */
final class RoutedCall extends ServerCall.Listener<byte[]> implements IncomingBytes.Receiver {
    private final ServerCall<byte[], byte[]> call;
    private final Metadata headers;
    private final boolean isForwarded;
    private final Context context = Context.current();
    private final Consumer<RoutedCall> whenOver;

    // Under the lock until there is a destination.
    private final Queue<Consumer<ServerCall.Listener<byte[]>>> said = new ArrayDeque<>();
    private boolean over;
    private volatile @Nullable ListenAddress sentTo;
    private volatile ServerCall.@Nullable Listener<byte[]> destination;

    /**
     * @param isForwarded whether another node passed it on; then it goes no further
     * @param whenOver told, perhaps more than once, when nothing more has to be done for the call
     */
    RoutedCall(ServerCall<byte[], byte[]> call, Metadata headers, boolean isForwarded, Consumer<RoutedCall> whenOver) {
        this.call = call;
        this.headers = headers;
        this.isForwarded = isForwarded;
        this.whenOver = whenOver;
    }

    String method() {
        return call.getMethodDescriptor().getFullMethodName();
    }

    boolean isForwarded() {
        return isForwarded;
    }

    /** Where the node is that it was sent to; null if it was not. */
    @Nullable ListenAddress sentTo() {
        return sentTo;
    }

    /** How long its client waits. */
    long millisLeft() {
        Deadline deadline = context.getDeadline();
        return deadline == null ? Long.MAX_VALUE : deadline.timeRemaining(TimeUnit.MILLISECONDS);
    }

    /** Sends it to the node that leads, unless it is over. */
    void forward(Channel leader, ListenAddress address, long nodeId, int shard) {
        sentTo = address;
        send(() -> ForwardedCall.start(
                call, leader, ForwardingHeaders.marked(headers, nodeId, shard), () -> whenOver.accept(this)));
    }

    /** Lets this node answer it, unless it is over. */
    void answerHere(ServerMethodDefinition<?, ?> method) {
        send(() -> LocalAnswer.start(method, call, headers));
        whenOver.accept(this);
    }

    /** Ends it, wherever it is. */
    void end(Refusal why) {
        ServerCall.Listener<byte[]> at;
        synchronized (this) {
            at = destination;
            if (at == null && !over) {
                over = true;
                Statuses.close(call, why);
            }
        }
        if (at instanceof ForwardedCall forwarded) {
            forwarded.end(why);
        }
        whenOver.accept(this);
    }

    /** Ends it although nothing is known of it any more. */
    void fail() {
        synchronized (this) {
            over = true;
        }
        Statuses.closeFailed(call);
        whenOver.accept(this);
    }

    private synchronized void send(Supplier<ServerCall.Listener<byte[]>> start) {
        if (over || destination != null) {
            return;
        }
        context.run(() -> {
            ServerCall.Listener<byte[]> at = start.get();
            said.forEach(event -> event.accept(at));
            said.clear();
            destination = at;
        });
    }

    private void tell(Consumer<ServerCall.Listener<byte[]>> event) {
        ServerCall.Listener<byte[]> at = destination;
        if (at == null) {
            synchronized (this) {
                at = destination;
                if (at == null) {
                    said.add(event);
                    return;
                }
            }
        }
        event.accept(at);
    }

    @Override
    public void onMessage(byte[] message) {
        tell(at -> at.onMessage(message));
    }

    @Override
    public void onHalfClose() {
        tell(ServerCall.Listener::onHalfClose);
    }

    @Override
    public void onReady() {
        tell(ServerCall.Listener::onReady);
    }

    @Override
    public void onCancel() {
        synchronized (this) {
            over = true;
        }
        tell(ServerCall.Listener::onCancel);
        whenOver.accept(this);
    }

    @Override
    public void onComplete() {
        tell(ServerCall.Listener::onComplete);
    }

    @Override
    public void giveUp(Refusal why) {
        if (destination instanceof IncomingBytes.Receiver receiver) {
            receiver.giveUp(why);
        } else {
            end(why);
        }
    }

    /** The transport says it better, unless headers have gone out; only streams send them before there is an answer. */
    @Override
    public void unreadable(Refusal why) {
        ServerCall.Listener<byte[]> at = destination;
        if (at instanceof IncomingBytes.Receiver receiver) {
            receiver.unreadable(why);
        } else if (call.getMethodDescriptor().getType() != MethodDescriptor.MethodType.UNARY) {
            end(why);
        }
    }
}
