package io.fila.core.gauge;

import io.fila.core.queue.QueueName;
import java.util.List;

/** What a viewer looks at: a queue, and fairness keys that must be included. */
public record Focus(QueueName queue, List<String> keys) {
    public Focus {
        keys = List.copyOf(keys);
    }
}
