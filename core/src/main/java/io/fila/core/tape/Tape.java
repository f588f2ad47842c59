package io.fila.core.tape;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;

/**
 * Listens to what happens inside the turns of a broker, in order, on the broker's thread. What it hears is not durable yet: it
 * is when the turn's records are. A listener must be quick, must not throw, and must keep none of the objects it is shown, which
 * change.
 */
public interface Tape {
    /** A turn begins, at this time and with so many commands to decide on. */
    default void began(long nowNanos, int commands) {}

    /** The turn has decided everything; what it decided is written down next. */
    default void ended() {}

    /** The message has left one place for another; its attempts and its envelope are already those of the new place. */
    void moved(Message message, Place from, Place to, Cause cause);

    /** The message that was leased just now is for this consumer. */
    default void handed(Message message, ConsumerId consumer, long leaseId) {}

    /**
     * The scheduler has chosen the first message of a lane, which is leased next.
     *
     * @param deficit what its flow had left of its share before this delivery; not positive if it borrows
     * @param ahead whether it goes ahead of the round, as flows do that have just become active
     */
    void chosen(Lane lane, long deficit, boolean ahead);

    /** A lane whose turn it was has to wait for tokens of a throttle key. */
    void parked(Lane lane, String throttleKey);

    /**
     * An operator has stopped deliveries, or lets them go on.
     *
     * @param fairnessKey whose; empty for the whole queue
     */
    default void paused(QueueId queue, String fairnessKey, boolean stopped) {}

    void attached(QueueId queue, ConsumerId consumer);

    /** A consumer may be sent so many more messages. */
    void granted(QueueId queue, ConsumerId consumer, int credit);

    void detached(QueueId queue, ConsumerId consumer);
}
