package io.fila.core.history;

import io.fila.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * One step of the tape as a recorder kept it.
 *
 * @param queue the number of the queue it happened in; of a message that went from one to another, the one it left
 * @param target the number of the queue that a message went to; 0 unless it is a transfer
 * @param id the message; null if it is about none
 * @param attempts how often the message has failed, as far as 255
 * @param consumer the number of the consumer; 0 if it is about none
 * @param fairnessKey whose message it was; of pauses empty for the whole queue; long ones are cut
 * @param detail of dead letters and of damage the reason, of a lane that waits the throttle key; otherwise empty; long ones are cut
 */
public record RecordedStep(
        long atNanos,
        StepKind kind,
        long queue,
        long target,
        @Nullable MessageId id,
        int attempts,
        long consumer,
        String fairnessKey,
        String detail) {}
