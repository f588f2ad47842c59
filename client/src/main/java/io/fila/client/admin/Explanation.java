package io.fila.client.admin;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why something waits, true at the moment the broker said it.
 *
 * @param sentence where it stands and why, in plain words
 * @param change what would have to change for it to go as soon as its turn comes; empty if nothing can, or need
 * @param queue the queue it is in, which may be the dead letter queue of the one that was asked about
 * @param messageId empty if the next message is not in memory
 * @param until scheduled: when it becomes pending; in flight: when its lease ends; by the broker's clock
 * @param barriers what is in the way of a message that is in line; all of it has to go
 * @param history what happened to the message, as far as the broker's flight recorder reaches back; empty for keys
 */
public record Explanation(
        String sentence,
        String change,
        String queue,
        String fairnessKey,
        String messageId,
        Standing standing,
        Optional<Instant> until,
        List<Barrier> barriers,
        List<RecordedStep> history) {

    /** Where it is. */
    public enum Standing {
        READY,
        SCHEDULED,
        IN_FLIGHT,
        /** The message is in the queue no more. */
        GONE,
        NOTHING
    }

    /** The kinds of things that keep a message from its consumer. */
    public enum Kind {
        QUEUE_PAUSED,
        NO_CONSUMER,
        CONSUMERS_FULL,
        QUEUE_LIMIT,
        KEY_PAUSED,
        KEY_LIMIT,
        ON_DISK,
        THROTTLE,
        /** Something that this client does not know: the broker is newer. */
        OTHER
    }

    /**
     * One thing that keeps a message from its consumer.
     *
     * @param throttleKey the throttle key that has no token for it; empty for other kinds
     * @param opensAt when the throttle key lets the next one pass; empty for never, and for other kinds
     */
    public record Barrier(Kind kind, String throttleKey, Optional<Instant> opensAt) {}

    /** The sentence and the change. */
    @Override
    public String toString() {
        return change.isEmpty() ? sentence : sentence + " " + change;
    }
}
