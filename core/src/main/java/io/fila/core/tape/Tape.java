package io.fila.core.tape;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;

/**
 * Hears what happens inside the turns of a broker, in order, on the broker thread. A step is durable only when its turn's records
 * are. A listener must be fast, must not throw, and must not keep the objects it receives, because they change. {@link Step} has
 * each of these as a value.
 */
public interface Tape {
    // ---- the turn ----

    /** A turn begins, at this time and with this many commands. Timers fire first. */
    default void began(long nowNanos, int commands) {}

    /** The broker decides the next command: the steps up to the next one are its effects. */
    default void decides(Command command) {}

    /** All commands are decided; deliveries follow. */
    default void dispatches() {}

    /** The turn has decided everything; the commit comes next. */
    default void ended() {}

    /** A caller gets this answer once the turn is durable. */
    default void answered(Reply<?> reply, Object value) {}

    /** A caller is refused once the turn is durable. */
    default void refused(Reply<?> reply, Refusal why) {}

    // ---- a message ----

    /** The message moved from one place to another; its attempts and its envelope are already the new ones. */
    void moved(Message message, Place from, Place to, Cause cause);

    /** The message that was leased just now is for this consumer. */
    default void handed(Message message, ConsumerId consumer, long leaseId) {}

    /** A dead letter is out of the line, where it stood first, while somebody decides whether it goes back to its source. */
    default void held(Message message) {}

    /** A dead letter that was held is first in the line again: it stays. */
    default void putBack(Message message) {}

    // ---- whose turn it is ----

    /** A round begins in which a key of weight 1 gets so many deliveries. */
    default void roundBegan(QueueId queue, long round, int quantum) {}

    /**
     * The scheduler has chosen the first message of a lane, which is leased next.
     *
     * @param deficit what its flow had left of its share before this delivery; not positive if it borrows
     * @param ahead whether it goes ahead of the round, as flows do that have just become active
     */
    void chosen(Lane lane, long deficit, boolean ahead);

    /** A delivery has taken a token of a throttle key, and left so many. */
    default void tokenTaken(String throttleKey, double left) {}

    /** A lane whose turn it was has to wait for tokens of a throttle key, until this moment as far as is known. */
    void parked(Lane lane, String throttleKey, long untilNanos);

    /** A lane goes on that waited for tokens of a throttle key. */
    default void woken(Lane lane, String throttleKey) {}

    /**
     * An operator has stopped deliveries, or lets them go on.
     *
     * @param fairnessKey whose; empty for the whole queue
     */
    default void paused(QueueId queue, String fairnessKey, boolean stopped) {}

    /** A flow takes part in rounds: it has messages. */
    default void activated(Flow flow) {}

    /** A flow whose turn it was can't be served, and sits rounds out. */
    default void suspended(Flow flow, Suspension why) {}

    /** A flow that was suspended takes part in rounds again. */
    default void resumed(Flow flow) {}

    /** A flow has nothing left to send. */
    default void deactivated(Flow flow) {}

    /** The broker counts one more fairness key. */
    default void remembered(QueueId queue, String fairnessKey) {}

    /** A fairness key without messages, which owes nothing, is counted no more. */
    default void forgotten(QueueId queue, String fairnessKey) {}

    // ---- consumers ----

    void attached(QueueId queue, ConsumerId consumer);

    /** A consumer may be sent so many more messages. */
    void granted(QueueId queue, ConsumerId consumer, int credit);

    void detached(QueueId queue, ConsumerId consumer);
}
