package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.RefusedException;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.wire.BatchRuns;
import io.fila.server.wire.MalformedException;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A producer's stream whose messages belong to several shards: each shard gets a stream with its own, and the results, which may come
 * in any order, go back as they come. The next batch is asked for when every shard has taken what it got. Any thread.
 */
final class SplitStream extends ServerCall.Listener<byte[]> implements IncomingBytes.Receiver {
    private final ServerCall<byte[], byte[]> call;
    private final Metadata headers;
    private final SortedCall.Shards shards;
    private final Function<String, CompletableFuture<Integer>> placement;
    private final Context context = Context.current();

    // Under the lock.
    private final Map<Integer, PartCall> parts = new HashMap<>();
    private int open;
    private boolean sorting;
    private boolean requested;
    private boolean halfClosed;
    private boolean over;

    private SplitStream(
            ServerCall<byte[], byte[]> call,
            Metadata headers,
            SortedCall.Shards shards,
            Function<String, CompletableFuture<Integer>> placement) {
        this.call = call;
        this.headers = headers;
        this.shards = shards;
        this.placement = placement;
    }

    static SplitStream start(
            ServerCall<byte[], byte[]> call,
            Metadata headers,
            SortedCall.Shards shards,
            Function<String, CompletableFuture<Integer>> placement) {
        SplitStream stream = new SplitStream(call, headers, shards, placement);
        IncomingBytes.attach(stream);
        call.sendHeaders(new Metadata());
        stream.requestIfAllHungry();
        return stream;
    }

    @Override
    public void onMessage(byte[] message) {
        synchronized (this) {
            requested = false;
            sorting = true;
        }
        try {
            BatchRuns runs = BatchRuns.read(message);
            Map<String, CompletableFuture<Integer>> places = new HashMap<>();
            runs.queues().forEach(queue -> places.put(queue, placement.apply(queue)));
            var _ = CompletableFuture.allOf(places.values().toArray(CompletableFuture<?>[]::new))
                    .whenComplete((done, failure) -> context.run(() -> sorted(runs, places, failure)));
        } catch (MalformedException malformed) {
            end(
                    Statuses.status(Refusal.invalid(
                            "Expected an EnqueueBatch but it cannot be parsed: " + malformed.getMessage())),
                    new Metadata());
        }
    }

    private void sorted(BatchRuns runs, Map<String, CompletableFuture<Integer>> places, @Nullable Throwable failure) {
        if (failure != null) {
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
                parts.values().forEach(PartCall::cancel);
            }
            RefusedException.close(call, failure);
            return;
        }
        for (BatchRuns.Run run :
                runs.by(queue -> Objects.requireNonNull(places.get(queue)).join())) {
            part(run.shard()).feed().message(run.batch());
        }
        boolean ends;
        synchronized (this) {
            sorting = false;
            ends = halfClosed;
        }
        if (ends) {
            halfCloseParts();
        }
        requestIfAllHungry();
    }

    private PartCall part(int shard) {
        PartCall made;
        synchronized (this) {
            PartCall known = parts.get(shard);
            if (known != null) {
                return known;
            }
            made = new PartCall(call, call.getMethodDescriptor(), new Results());
            parts.put(shard, made);
            open++;
        }
        made.feed().connect(shards.start(shard, made, headers));
        return made;
    }

    /** What a shard says. */
    private final class Results implements PartCall.Receiver {
        @Override
        public void message(byte[] message) {
            synchronized (SplitStream.this) {
                if (!over) {
                    call.sendMessage(message);
                }
            }
        }

        @Override
        public void closed(Status status, Metadata trailers) {
            boolean last;
            synchronized (SplitStream.this) {
                open--;
                last = open == 0 && halfClosed && !sorting;
            }
            if (!status.isOk() || last) {
                end(status, trailers);
            }
        }

        @Override
        public void hungry() {
            requestIfAllHungry();
        }
    }

    private void requestIfAllHungry() {
        synchronized (this) {
            if (over
                    || requested
                    || sorting
                    || halfClosed
                    || !parts.values().stream().allMatch(part -> part.feed().isHungry())) {
                return;
            }
            requested = true;
        }
        call.request(1);
    }

    private void end(Status status, Metadata trailers) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            call.close(status, trailers);
        }
        parts().forEach(PartCall::cancel);
    }

    private synchronized List<PartCall> parts() {
        return new ArrayList<>(parts.values());
    }

    @Override
    public void onHalfClose() {
        boolean now;
        synchronized (this) {
            halfClosed = true;
            now = !sorting;
        }
        if (now) {
            halfCloseParts();
        }
    }

    private void halfCloseParts() {
        List<PartCall> all = parts();
        if (all.isEmpty()) {
            end(Status.OK, new Metadata());
        }
        all.forEach(part -> part.feed().tell(ServerCall.Listener::onHalfClose));
    }

    @Override
    public void onReady() {
        parts().forEach(part -> part.feed().tell(ServerCall.Listener::onReady));
    }

    @Override
    public void onCancel() {
        synchronized (this) {
            over = true;
        }
        parts().forEach(PartCall::cancel);
    }

    @Override
    public void giveUp(Refusal why) {
        end(Statuses.status(why), new Metadata());
    }

    @Override
    public void unreadable(Refusal why) {
        giveUp(why);
    }
}
