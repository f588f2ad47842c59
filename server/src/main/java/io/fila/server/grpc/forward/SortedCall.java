package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.RefusedException;
import io.fila.server.grpc.call.Statuses;
import io.grpc.Context;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call whose first message tells which shard answers it. The message is kept for the shard. The connection brings it; where the
 * queue is may be found out by any thread.
 */
final class SortedCall extends ServerCall.Listener<byte[]> implements IncomingBytes.Receiver {
    private final ServerCall<byte[], byte[]> call;
    private final Function<byte[], CompletableFuture<Integer>> sorting;
    private final Shards shards;
    private final Metadata headers;
    private final Context context = Context.current();
    private final CallFeed feed;

    // Under the lock.
    private boolean over;
    private boolean sorted;
    private volatile ServerCall.@Nullable Listener<byte[]> destination;

    /** Where calls go. */
    interface Shards {
        ServerCall.Listener<byte[]> start(int shard, ServerCall<byte[], byte[]> call, Metadata headers);
    }

    private SortedCall(
            ServerCall<byte[], byte[]> call,
            Metadata headers,
            Shards shards,
            Function<byte[], CompletableFuture<Integer>> sorting) {
        this.call = call;
        this.headers = headers;
        this.shards = shards;
        this.sorting = sorting;
        // The first message is asked for here.
        this.feed = new CallFeed(() -> {});
    }

    /** @param sorting finds the shard for a first message; a {@link RefusedException} if none can be found */
    static SortedCall start(
            ServerCall<byte[], byte[]> call,
            Metadata headers,
            Shards shards,
            Function<byte[], CompletableFuture<Integer>> sorting) {
        SortedCall started = new SortedCall(call, headers, shards, sorting);
        IncomingBytes.attach(started);
        call.request(1);
        return started;
    }

    @Override
    public void onMessage(byte[] message) {
        feed.message(message);
        synchronized (this) {
            if (sorted) {
                return;
            }
            sorted = true;
        }
        var _ = sorting.apply(message).whenComplete((shard, failure) -> context.run(() -> connect(shard, failure)));
    }

    private void connect(@Nullable Integer shard, @Nullable Throwable failure) {
        synchronized (this) {
            if (over) {
                return;
            }
            if (failure != null || shard == null) {
                over = true;
                RefusedException.close(call, failure);
                return;
            }
        }
        ServerCall.Listener<byte[]> at = shards.start(shard, new Kept(), headers);
        destination = at;
        feed.connect(at);
    }

    /** The call as the shard sees it: nothing has been taken from it yet. */
    private final class Kept extends SimpleForwardingServerCall<byte[], byte[]> {
        private boolean first = true;

        Kept() {
            super(call);
        }

        @Override
        public void request(int messages) {
            int more = messages;
            synchronized (this) {
                if (first && messages > 0) {
                    first = false;
                    more--;
                }
            }
            feed.ask(messages);
            if (more > 0) {
                call.request(more);
            }
        }
    }

    @Override
    public void onHalfClose() {
        synchronized (this) {
            if (!sorted && !over) {
                over = true;
                Statuses.close(call, Refusal.invalid("Expected a request but there is none; send one."));
                return;
            }
        }
        feed.tell(ServerCall.Listener::onHalfClose);
    }

    @Override
    public void onReady() {
        feed.tell(ServerCall.Listener::onReady);
    }

    @Override
    public void onCancel() {
        synchronized (this) {
            over = true;
        }
        feed.tell(ServerCall.Listener::onCancel);
    }

    @Override
    public void onComplete() {
        feed.tell(ServerCall.Listener::onComplete);
    }

    @Override
    public void giveUp(Refusal why) {
        if (destination instanceof IncomingBytes.Receiver receiver) {
            receiver.giveUp(why);
        } else {
            end(why);
        }
    }

    @Override
    public void unreadable(Refusal why) {
        if (destination instanceof IncomingBytes.Receiver receiver) {
            receiver.unreadable(why);
        } else if (call.getMethodDescriptor().getType() != MethodDescriptor.MethodType.UNARY) {
            end(why);
        }
    }

    private synchronized void end(Refusal why) {
        if (!over && destination == null) {
            over = true;
            Statuses.close(call, why);
        }
    }
}
