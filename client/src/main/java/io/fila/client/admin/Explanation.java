package io.fila.client.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Why a message waits, at the moment of the answer.
 *
 * @param sentence where it is and why, in plain words
 * @param change what would release it as soon as its turn comes; empty if nothing would, or nothing is needed
 * @param queue the queue it is in, which may be the dead letter queue of the requested one
 * @param messageId empty if the next message is not in memory
 * @param until scheduled: when it becomes pending; in flight: when its lease ends; by the broker's clock
 * @param expectedWait pending: how long it has to wait if deliveries and tokens keep coming as they do; empty if nobody can tell
 * @param sufficientRate pending: the lowest whole rate of its throttle key, per second, at which it would go within a second;
 *     empty if the rate is not all that keeps it back, or if it goes within a second as it is
 * @param barriers everything that blocks a pending message
 * @param history what happened to the message, as far back as the broker's flight recorder reaches; empty for keys
 */
public record Explanation(
        String sentence,
        String change,
        String queue,
        String fairnessKey,
        String messageId,
        Standing standing,
        Optional<Instant> until,
        Optional<Duration> expectedWait,
        OptionalLong sufficientRate,
        List<Barrier> barriers,
        List<RecordedStep> history) {

    /** Where it is. */
    public enum Standing {
        READY,
        SCHEDULED,
        IN_FLIGHT,
        /** The message is no longer in the queue. */
        GONE,
        NOTHING
    }

    /** The kinds of things that block a message. */
    public enum Kind {
        QUEUE_PAUSED,
        NO_CONSUMER,
        CONSUMERS_FULL,
        QUEUE_LIMIT,
        KEY_PAUSED,
        KEY_LIMIT,
        ON_DISK,
        THROTTLE,
        /** Unknown to this client: the broker is newer. */
        OTHER
    }

    /**
     * One thing that blocks a message.
     *
     * @param throttleKey the throttle key that has no token for it; empty for other kinds
     * @param opensAt when the throttle key allows the next message; empty means never, or another kind
     */
    public record Barrier(Kind kind, String throttleKey, Optional<Instant> opensAt) {}

    /** The sentence and the change. */
    @Override
    public String toString() {
        return change.isEmpty() ? sentence : sentence + " " + change;
    }
}
