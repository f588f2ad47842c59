package io.fila.core.hook;

import io.fila.core.message.Scheduling;
import io.fila.core.reply.Refusal;

/** What happens to a message that is offered to a queue. */
public sealed interface EnqueueDecision {

    /** Accept it, scheduled like this. */
    record Take(Scheduling scheduling) implements EnqueueDecision {}

    /** Its script failed, and the queue wants such messages refused. */
    record Refuse(Refusal refusal) implements EnqueueDecision {}

    /** Its script failed, and the queue wants such messages in its dead letter queue, for this reason. */
    record Bury(String reason) implements EnqueueDecision {}
}
