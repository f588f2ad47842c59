package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.queue.Capacity;
import io.fila.core.reply.Refusal;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;

/** A producer that a queue keeps out is told when to come back. */
final class RefusalsSayWhen extends Law {
    private final Model model;

    RefusalsSayWhen(Model model) {
        super("A queue that is full, or takes messages at a rate, says when to come back.");
        this.model = model;
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        Answer answer = sent.answer();
        Refusal refusal = answer == null ? null : answer.refusal();
        if (refusal == null || !(sent.command() instanceof Command.Enqueue enqueue)) {
            return;
        }
        KnownQueue queue = model.queue(enqueue.queue());
        boolean maySay = queue != null && queue.config().capacity().isLimited();
        require(maySay || refusal.retryAfterNanos() == 0, "no hint where no queue keeps it out", refusal);
        boolean full = queue != null
                && !model.diskIsLow()
                && model.knownQueues().haveRoomFor(queue, enqueue.scheduling().fairnessKey(), model.limits())
                && queue.room() == 0
                && queue.config().capacity().overflow() == Capacity.Overflow.REJECT;
        require(!full || refusal.retryAfterNanos() > 0, "a hint when to come back", refusal);
    }
}
