package io.fila.core.journal;

import io.fila.core.hook.Failure;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Reply;
import io.fila.core.schedule.Moment;
import java.util.List;

/** Work that another thread does after a commit; the result comes back as a command. */
public sealed interface Effect {
    /** Read a page of a lane's heads, and answer with {@code PageLoaded}. */
    record LoadPage(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit, long ticket)
            implements Effect {}

    /** Read the messages that are due next, and answer with {@code ScheduleLoaded}. */
    record LoadSchedule(QueueId queue, Moment after, int limit, long ticket) implements Effect {}

    /** Ask on_failure about a message that was nacked, and answer with {@code FailureDecided}. */
    record AskOnFailure(QueueId queueId, QueueName queue, Failure failure, Reply<Done> reply) implements Effect {}

    /** Ask on_enqueue of the source queue about dead letters, and answer with {@code RedriveDecided}. */
    record AskOnEnqueue(QueueId deadLetters, QueueName source, List<Candidate> candidates, Reply<Integer> reply)
            implements Effect {}

    /** A dead letter on its way back, and how it was scheduled before. */
    record Candidate(MessageId id, Scheduling before) {}

    /** Reports something that an operator should look at. */
    record Report(String sentence) implements Effect {}
}
