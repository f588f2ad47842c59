package io.fila.server.grpc.forward;

import com.google.protobuf.InvalidProtocolBufferException;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.QueueInfo;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A ListQueues that all shards answer, and that fails if one of them can't. Any thread. */
final class MergedQueues extends ServerCall.Listener<byte[]> {
    private final ServerCall<byte[], byte[]> call;
    private final List<PartCall> parts = new CopyOnWriteArrayList<>();
    private final List<QueueInfo> queues = new ArrayList<>();
    private final int shards;

    // Under the lock.
    private int nodes;
    private int answered;
    private boolean over;

    private MergedQueues(ServerCall<byte[], byte[]> call, int shards) {
        this.call = call;
        this.shards = shards;
    }

    static MergedQueues start(ServerCall<byte[], byte[]> call, Metadata headers, SortedCall.Shards shards, int count) {
        MergedQueues merged = new MergedQueues(call, count);
        for (int shard = 0; shard < count; shard++) {
            PartCall part = new PartCall(call, call.getMethodDescriptor(), merged.new Part());
            merged.parts.add(part);
            part.feed().connect(shards.start(shard, part, headers));
        }
        call.request(1);
        return merged;
    }

    /** What one shard says. */
    private final class Part implements PartCall.Receiver {
        @Override
        public void message(byte[] message) {
            try {
                ListQueuesResponse some = ListQueuesResponse.parseFrom(message);
                synchronized (MergedQueues.this) {
                    queues.addAll(some.getQueuesList());
                    nodes = Math.max(nodes, some.getClusterNodeCount());
                }
            } catch (InvalidProtocolBufferException malformed) {
                closed(Status.INTERNAL.withDescription("A shard answered with something else."), new Metadata());
            }
        }

        @Override
        public void closed(Status status, Metadata trailers) {
            synchronized (MergedQueues.this) {
                if (over) {
                    return;
                }
                if (status.isOk()) {
                    answered++;
                    if (answered == shards) {
                        over = true;
                        answer();
                    }
                    return;
                }
                over = true;
                call.close(status, trailers);
            }
            parts.forEach(PartCall::cancel);
        }
    }

    private void answer() {
        queues.sort(Comparator.comparing(QueueInfo::getName));
        call.sendHeaders(new Metadata());
        call.sendMessage(ListQueuesResponse.newBuilder()
                .addAllQueues(queues)
                .setClusterNodeCount(nodes)
                .build()
                .toByteArray());
        call.close(Status.OK, new Metadata());
    }

    @Override
    public void onMessage(byte[] message) {
        parts.forEach(part -> part.feed().message(message));
    }

    @Override
    public void onHalfClose() {
        parts.forEach(part -> part.feed().tell(ServerCall.Listener::onHalfClose));
    }

    @Override
    public void onCancel() {
        synchronized (this) {
            over = true;
        }
        parts.forEach(PartCall::cancel);
    }
}
