package io.fila.core.explain;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * The answer to "why is it waiting?" at one moment.
 *
 * @param fairnessKey whose message it is about; empty if there is none
 * @param id the message it is about; null if none was named and none is in memory
 * @param nowNanos the moment
 */
public record Explanation(
        QueueName queue, String fairnessKey, @Nullable MessageId id, Standing standing, long nowNanos) {
    /** The same with another standing. */
    public Explanation with(Standing other) {
        return new Explanation(queue, fairnessKey, id, other, nowNanos);
    }
}
