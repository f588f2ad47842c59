package io.fila.client.fake;

import com.google.protobuf.Timestamp;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** A first-in-first-out queue whose leases never expire by themselves. Guarded by the broker's lock. */
final class FakeQueue {
    private static final long DEFAULT_TIMEOUT_MS = 30_000;

    QueueConfig config;
    final Deque<Message> pending = new ArrayDeque<>();
    final Map<String, Message> leased = new LinkedHashMap<>();
    final List<FakeConsumer> consumers = new ArrayList<>();
    final SortedSet<String> pausedKeys = new TreeSet<>();
    boolean paused;
    private long leases;

    FakeQueue(QueueConfig config) {
        this.config = config;
    }

    void deliver() {
        consumers.removeIf(FakeConsumer::over);
        for (FakeConsumer consumer : List.copyOf(consumers)) {
            while (!paused && !pending.isEmpty() && consumer.ready()) {
                Message message = lease(pending.remove());
                leased.put(message.getId(), message);
                consumer.deliver(message);
            }
        }
        consumers.removeIf(FakeConsumer::over);
    }

    /** Brings a failed message back with one more attempt. */
    void putBack(Message failed) {
        Message.Builder again = failed.toBuilder().clearLeaseId();
        again.getMetadataBuilder().setAttemptCount(failed.getMetadata().getAttemptCount() + 1);
        pending.addFirst(again.build());
    }

    List<Message> all() {
        List<Message> all = new ArrayList<>(pending);
        all.addAll(leased.values());
        return all;
    }

    boolean dropsNew() {
        return config.getOverflow().equals("drop_new") && all().size() >= config.getMaxDepth();
    }

    void end(Status status) {
        List.copyOf(consumers).forEach(consumer -> consumer.end(status));
        consumers.clear();
    }

    private Message lease(Message message) {
        Message.Builder leasing = message.toBuilder().setLeaseId(++leases);
        Timestamp from = message.getTimestamps().getLeasedAt();
        leasing.getTimestampsBuilder().setLeaseExpiresAt(after(from, visibilityTimeoutMs()));
        return leasing.build();
    }

    long visibilityTimeoutMs() {
        return config.getVisibilityTimeoutMs() == 0 ? DEFAULT_TIMEOUT_MS : config.getVisibilityTimeoutMs();
    }

    static Timestamp after(Timestamp from, long millis) {
        long nanos = from.getNanos() + millis % 1_000 * 1_000_000;
        return Timestamp.newBuilder()
                .setSeconds(from.getSeconds() + millis / 1_000 + nanos / 1_000_000_000)
                .setNanos((int) (nanos % 1_000_000_000))
                .build();
    }
}
