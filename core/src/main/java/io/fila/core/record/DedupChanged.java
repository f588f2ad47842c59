package io.fila.core.record;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import org.jspecify.annotations.Nullable;

/**
 * A dedup key is taken, or free again.
 *
 * @param holder the message that has it; absent if nobody has it any more
 * @param untilNanos when it becomes free; {@link Long#MAX_VALUE} while its message is alive
 */
public record DedupChanged(
        QueueId queue, String dedupKey, @Nullable MessageId holder, long untilNanos) implements Record {}
