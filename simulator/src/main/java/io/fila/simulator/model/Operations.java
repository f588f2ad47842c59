package io.fila.simulator.model;

import io.fila.core.command.Command;
import io.fila.core.reply.Refusal;
import java.util.EnumSet;

/** What operators do to a queue that is there, and to what waits in it. */
final class Operations {
    private final Model model;

    Operations(Model model) {
        this.model = model;
    }

    void update(Command.UpdateQueue update) {
        KnownQueue queue = model.queue(update.name());
        if (queue != null) {
            model.knownQueues().redefine(queue, update.change().apply(queue.config()), model.nowNanos());
        }
    }

    void pause(Command.Pause pause) {
        KnownQueue queue = model.queue(pause.name());
        if (queue != null && pause.paused()) {
            queue.paused.add(pause.fairnessKey());
        } else if (queue != null) {
            queue.paused.remove(pause.fairnessKey());
        }
    }

    Expectation expect(Command.SetWeight set) {
        KnownQueue queue = model.queue(set.name());
        if (queue == null) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        KnownFlow flow = queue.findFlow(set.fairnessKey());
        return flow != null && flow.isBacklogged() ? Expectation.ACCEPT : Expectation.refuse(Refusal.Code.NOT_FOUND);
    }

    void weigh(Command.SetWeight set) {
        KnownQueue queue = model.queue(set.name());
        KnownFlow flow = queue == null ? null : queue.findFlow(set.fairnessKey());
        if (flow != null) {
            flow.weigh(set.weight());
        }
    }

    /** One that waits is found if it is in memory, which the broker knows; one that does not is never found. */
    Expectation expect(Command.Move move) {
        KnownQueue from = model.queue(move.name());
        KnownQueue to = model.queue(move.target());
        KnownMessage message = model.message(move.id());
        if (from == null || to == null || message == null || message.queue() != from) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        if (message.state() == KnownMessage.State.LEASED) {
            return Expectation.refuse(Refusal.Code.FAILED_PRECONDITION);
        }
        if (!message.waits()) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        boolean fits = model.knownQueues().haveRoomFor(to, message.envelope().fairnessKey(), model.limits());
        KnownBucket admission = to == from || !to.needsToken() ? null : to.admission;
        boolean mayEnter = fits && (to == from || to.room() > 0);
        if (mayEnter && (admission == null || admission.surelyHolds(model.nowNanos()))) {
            return Expectation.either(Refusal.Code.NOT_FOUND);
        }
        return new Expectation(
                mayEnter && admission != null && admission.mayHold(model.nowNanos()),
                EnumSet.of(Refusal.Code.NOT_FOUND, Refusal.Code.RESOURCE_EXHAUSTED),
                false);
    }

    /** A message is moved: it may need a token to get in. */
    void note(Command.Move move) {
        KnownQueue to = model.existing(move.target());
        if (to != model.known(move.id()).queue()) {
            to.takeAdmission(model.nowNanos());
        }
    }
}
