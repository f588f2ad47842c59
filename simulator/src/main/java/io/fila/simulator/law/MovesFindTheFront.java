package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.reply.Refusal;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;

/** Whether a message can be moved depends on what is in memory; what stands first in its flow, since this process came up, is. */
final class MovesFindTheFront extends Law {
    private final Model model;
    private final DiskWaits waits;

    MovesFindTheFront(Model model) {
        super("A message that stands first, is in memory and not too old is found when an operator moves it.");
        this.model = model;
        this.waits = new DiskWaits(model);
    }

    @Override
    protected void turnBegins(Observation seen) {
        waits.turnBegins(seen);
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        Answer answer = sent.answer();
        Refusal refusal = answer == null ? null : answer.refusal();
        if (refusal == null
                || refusal.code() != Refusal.Code.NOT_FOUND
                || !(sent.command() instanceof Command.Move move)) {
            return;
        }
        KnownMessage message = model.message(move.id());
        if (message == null || model.queue(move.target()) == null || model.queue(move.name()) != message.queue()) {
            return;
        }
        boolean first = message.state() == KnownMessage.State.PENDING
                && !message.envelope().isExpired(model.nowNanos())
                && message.flow().hasHeadsInMemory()
                && message.flow().pending().getFirst() == message
                && !waits.mayConcern(message.queue());
        require(!first, () -> message + " to be found", () -> answer);
    }
}
