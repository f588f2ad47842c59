package io.fila.client.fake;

import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
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
    final List<ServerCallStreamObserver<ConsumeResponse>> consumers = new ArrayList<>();

    FakeQueue(QueueConfig config) {
        this.config = config;
    }

    void deliver() {
        consumers.removeIf(ServerCallStreamObserver::isCancelled);
        for (ServerCallStreamObserver<ConsumeResponse> consumer : consumers) {
            while (!pending.isEmpty() && consumer.isReady()) {
                Message message = pending.remove();
                leased.put(message.getId(), message);
                consumer.onNext(ConsumeResponse.newBuilder().setMessage(message).build());
            }
        }
    }

    void end(Status status) {
        for (ServerCallStreamObserver<ConsumeResponse> consumer : consumers) {
            if (!consumer.isCancelled()) {
                consumer.onError(status.asRuntimeException());
            }
        }
        consumers.clear();
    }
}
