package io.fila.core.tape;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;

/** One thing that happened inside a turn, as a value to keep; {@link Tape} says what each means. */
public sealed interface Step {
    record Moved(MessageId id, Place from, Place to, Cause cause) implements Step {}

    record Chosen(QueueId queue, String fairnessKey, String lane, long deficit, boolean ahead) implements Step {}

    record Parked(QueueId queue, String fairnessKey, String lane, String throttleKey) implements Step {}

    record Attached(QueueId queue, ConsumerId consumer) implements Step {}

    record Granted(QueueId queue, ConsumerId consumer, int credit) implements Step {}

    record Detached(QueueId queue, ConsumerId consumer) implements Step {}
}
