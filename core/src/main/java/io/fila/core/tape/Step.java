package io.fila.core.tape;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;

/** One thing that happened inside a turn, as a value to keep; {@link Tape} says what each means. */
public sealed interface Step {
    record Began(long nowNanos, int commands) implements Step {}

    record Decides(Command command) implements Step {}

    record Dispatches() implements Step {}

    record Ended() implements Step {}

    record Answered(Reply<?> reply, Object value) implements Step {}

    record Refused(Reply<?> reply, Refusal why) implements Step {}

    record Moved(MessageId id, Place from, Place to, Cause cause) implements Step {}

    record Handed(MessageId id, ConsumerId consumer, long leaseId) implements Step {}

    record Held(MessageId id) implements Step {}

    record PutBack(MessageId id) implements Step {}

    record RoundBegan(QueueId queue, long round, int quantum) implements Step {}

    record Chosen(QueueId queue, String fairnessKey, String lane, long deficit, boolean ahead) implements Step {}

    record TokenTaken(String throttleKey, double left) implements Step {}

    record Parked(QueueId queue, String fairnessKey, String lane, String throttleKey, long untilNanos)
            implements Step {}

    record Woken(QueueId queue, String fairnessKey, String lane, String throttleKey) implements Step {}

    record Paused(QueueId queue, String fairnessKey, boolean stopped) implements Step {}

    record Activated(QueueId queue, String fairnessKey) implements Step {}

    record Suspended(QueueId queue, String fairnessKey, Suspension why) implements Step {}

    record Resumed(QueueId queue, String fairnessKey) implements Step {}

    record Deactivated(QueueId queue, String fairnessKey) implements Step {}

    record Remembered(QueueId queue, String fairnessKey) implements Step {}

    record Forgotten(QueueId queue, String fairnessKey) implements Step {}

    record Attached(QueueId queue, ConsumerId consumer) implements Step {}

    record Granted(QueueId queue, ConsumerId consumer, int credit) implements Step {}

    record Detached(QueueId queue, ConsumerId consumer) implements Step {}
}
