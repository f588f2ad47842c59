package io.fila.server.host;

import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which number each queue has on disk, for those who read there. The broker thread writes, any thread reads. */
public final class QueueDirectory {
    private final Map<QueueName, QueueId> ids = new ConcurrentHashMap<>();
    private final Map<QueueName, QueueId> byPrincipal = new ConcurrentHashMap<>();

    void notice(Record change) {
        if (change instanceof QueueCreated created) {
            ids.put(created.name(), created.id());
            if (created.config().deliveryPolicy().byPrincipal()) {
                byPrincipal.put(created.name(), created.id());
            } else {
                byPrincipal.remove(created.name());
            }
        } else if (change instanceof QueueDeleted deleted) {
            ids.values().remove(deleted.id());
            byPrincipal.values().remove(deleted.id());
        }
    }

    /** Whether the messages of a queue belong to whoever sends them, whatever they ask for. */
    public boolean isByPrincipal(QueueName name) {
        return !byPrincipal.isEmpty() && byPrincipal.containsKey(name);
    }

    /** How the queues are called, by their numbers. */
    public Map<Long, String> names() {
        Map<Long, String> names = new HashMap<>();
        ids.forEach((name, id) -> names.put(id.value(), name.value()));
        return names;
    }

    /** The number of a queue, or null if there is none of that name. */
    public @Nullable QueueId find(QueueName name) {
        return ids.get(name);
    }
}
