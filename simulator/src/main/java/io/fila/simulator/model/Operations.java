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
            if (queue.dropsOldest()) {
                // Those too old are taken to have expired before this; they may as well be crowded out after it.
                queue.doings.doubt();
            }
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
        if (queue.countsAreUnsure && flow != null) {
            return Expectation.either(Refusal.Code.NOT_FOUND);
        }
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
        if (message.state() == KnownMessage.State.DROPPED && from.countsAreUnsure) {
            return new Expectation(false, EnumSet.of(Refusal.Code.NOT_FOUND, Refusal.Code.RESOURCE_EXHAUSTED), false);
        }
        if (!message.waits()) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        KnownAdmission admission = to.admission;
        boolean needsToken = admission != null && (to.needsToken() || to.countsAreUnsure);
        boolean mayEnter = to == from
                || to.countsAreUnsure
                || (to.room() > 0 && (admission == null || !needsToken || admission.mayLetIn(model.nowNanos())));
        boolean mustEnter = to == from
                || (!to.countsAreUnsure
                        && to.room() > 0
                        && (admission == null || !needsToken || admission.mustLetIn(model.nowNanos())));
        String key = message.envelope().fairnessKey();
        if (mustEnter && model.knownQueues().surelyHaveRoomFor(to, key, model.limits())) {
            return Expectation.either(Refusal.Code.NOT_FOUND);
        }
        return new Expectation(
                mayEnter && model.knownQueues().mayHaveRoomFor(to, key, model.limits()),
                EnumSet.of(Refusal.Code.NOT_FOUND, Refusal.Code.RESOURCE_EXHAUSTED),
                false);
    }

    void move(Command.Move move) {
        KnownQueue to = model.queue(move.target());
        KnownMessage message = model.message(move.id());
        if (to == null || message == null || !message.waits()) {
            return;
        }
        KnownAdmission admission = to.admission;
        boolean surely = !to.countsAreUnsure;
        if (to != message.queue() && admission != null && (to.needsToken() || !surely)) {
            admission.take(surely, model.nowNanos());
        }
        model.departures().carry(move.id());
        model.carry(message, to);
    }
}
