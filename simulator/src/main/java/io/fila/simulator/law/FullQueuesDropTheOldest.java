package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.queue.Capacity;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import org.jspecify.annotations.Nullable;

/** Whom a full queue drops for a new message. Where nothing was on its way from disk, it is known what was in memory. */
final class FullQueuesDropTheOldest extends Law {
    private final Model model;
    private final DiskWaits waits;

    FullQueuesDropTheOldest(Model model) {
        super(
                "A full queue that drops the oldest drops the first of the same key, or else of another, and takes the new one.");
        this.model = model;
        this.waits = new DiskWaits(model);
    }

    @Override
    protected void turnBegins(Observation seen) {
        waits.turnBegins(seen);
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        if (move.cause() != Cause.CROWDED_OUT || message == null || !(by instanceof Command.Enqueue newcomer)) {
            return;
        }
        KnownQueue queue = message.queue();
        require(queue == model.queue(newcomer.queue()), "one of the queue that is full", message);
        require(queue.dropsOldest() && queue.room() == 0, "a full queue that drops the oldest", message);
        KnownFlow own = queue.findFlow(newcomer.scheduling().fairnessKey());
        require(
                own == null || message.flow() == own || !own.isBacklogged(),
                () -> "the oldest of key " + newcomer.scheduling().fairnessKey(),
                () -> message);
        if (isInMemory(message.flow())) {
            KnownMessage first = message.flow().pending().getFirst();
            require(first == message, () -> first.toString(), () -> message);
        }
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        Answer answer = sent.answer();
        Refusal refusal = answer == null ? null : answer.refusal();
        if (refusal == null || refusal.retryAfterNanos() == 0 || !(sent.command() instanceof Command.Enqueue enqueue)) {
            return;
        }
        KnownQueue queue = model.queue(enqueue.queue());
        if (queue == null || queue.room() > 0) {
            return;
        }
        Capacity capacity = queue.config().capacity();
        boolean dropsOldest = capacity.overflow() == Capacity.Overflow.DROP_OLDEST && capacity.admission() == null;
        KnownFlow own = queue.findFlow(enqueue.scheduling().fairnessKey());
        boolean knowsWhom = (own != null && own.isBacklogged())
                ? isInMemory(own)
                : queue.flows().stream().anyMatch(this::isInMemory);
        require(!dropsOldest || !knowsWhom, () -> "the oldest to be dropped for it", () -> refusal);
    }

    private boolean isInMemory(KnownFlow flow) {
        return flow.isBacklogged() && flow.hasHeadsInMemory() && !waits.mayConcern(flow.queue());
    }
}
