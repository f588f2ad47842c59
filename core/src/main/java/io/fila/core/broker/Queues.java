package io.fila.core.broker;

import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All queues, by name for clients and by id for what comes back from disk. */
final class Queues {
    private final Map<QueueName, Queue> byName = new HashMap<>();
    private final Map<QueueId, Queue> byId = new HashMap<>();
    private long nextId = 1;

    QueueId nextId() {
        return new QueueId(nextId++);
    }

    void add(Queue queue) {
        byName.put(queue.name(), queue);
        byId.put(queue.id(), queue);
        nextId = Math.max(nextId, queue.id().value() + 1);
    }

    void remove(Queue queue) {
        byName.remove(queue.name());
        byId.remove(queue.id());
    }

    @Nullable Queue find(QueueName name) {
        return byName.get(name);
    }

    @Nullable Queue find(QueueId id) {
        return byId.get(id);
    }

    int size() {
        return byName.size();
    }

    List<Queue> sortedByName() {
        List<Queue> all = new ArrayList<>(byName.values());
        all.sort(Comparator.comparing(Queue::name));
        return all;
    }
}
