package io.fila.client.fake;

import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A first-in-first-out queue whose leases never expire. Guarded by the broker's lock. */
final class FakeQueue {
    final QueueConfig config;
    final Deque<Message> pending = new ArrayDeque<>();
    final Map<String, Message> leased = new LinkedHashMap<>();
    final List<FakeConsumer> consumers = new ArrayList<>();

    FakeQueue(QueueConfig config) {
        this.config = config;
    }

    void deliver() {
        consumers.removeIf(FakeConsumer::over);
        for (FakeConsumer consumer : consumers) {
            while (!pending.isEmpty() && consumer.ready()) {
                Message message = pending.remove();
                leased.put(message.getId(), message);
                consumer.deliver(message);
            }
        }
        consumers.removeIf(FakeConsumer::over);
    }

    void end(Status status) {
        consumers.forEach(consumer -> consumer.end(status));
        consumers.clear();
    }
}
