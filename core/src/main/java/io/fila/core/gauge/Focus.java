package io.fila.core.gauge;

import io.fila.core.queue.QueueName;
import java.util.List;

/** What somebody looks at: a queue, and fairness keys of it that must not be missing. */
public record Focus(QueueName queue, List<String> keys) {
    public Focus {
        keys = List.copyOf(keys);
    }
}
