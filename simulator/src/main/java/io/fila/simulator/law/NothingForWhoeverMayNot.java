package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Sent;

/** Keys are made, shown, changed and revoked only for somebody who may have that done at the moment it is decided. */
final class NothingForWhoeverMayNot extends Law {
    private final Model model;

    NothingForWhoeverMayNot(Model model) {
        super("Nothing is ever done for whoever may not.");
        this.model = model;
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        boolean done = sent.answer() != null && sent.answer().refusal() == null;
        if (done && sent.command() instanceof Command.OfKeys ofKeys) {
            require(model.keys().may(ofKeys, model.nowNanos()), () -> "a refusal", sent::describe);
        }
    }
}
