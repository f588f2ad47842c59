package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.queue.Capacity;
import io.fila.core.reply.Refusal;
import io.fila.simulator.model.Departures;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;

/**
 * Whom a full queue drops for a new message, as far as what is in memory is known: nothing may have come back from disk in the
 * turn, and nothing may be on its way.
 */
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
    protected void crowdsOut(Command.Enqueue newcomer, KnownMessage message) {
        KnownQueue queue = message.queue();
        if (!isKnown(queue)) {
            return;
        }
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
    protected void drops(KnownMessage message, Departures.Why why) {
        KnownQueue queue = message.queue();
        boolean mayDrop = queue.dropsOldest() || model.knownQueues().isRedefined(queue.definition());
        require(why != Departures.Why.CROWDED_OUT || mayDrop, "a queue that drops the oldest", message);
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        Answer answer = sent.answer();
        Refusal refusal = answer == null ? null : answer.refusal();
        if (refusal == null || refusal.retryAfterNanos() == 0 || !(sent.command() instanceof Command.Enqueue enqueue)) {
            return;
        }
        KnownQueue queue = model.queue(enqueue.queue());
        if (queue == null || !isKnown(queue) || queue.room() > 0) {
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
        return flow.isBacklogged() && flow.hasHeadsInMemory() && !flow.orderIsUnsure();
    }

    private boolean isKnown(KnownQueue queue) {
        return !queue.countsAreUnsure() && !waits.mayConcern(queue);
    }
}
