package io.fila.server.grpc;

import io.fila.core.command.Command;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.Inbox;

/** The way into the broker for what clients ask: past a full inbox nothing goes. */
final class Door {
    private final Inbox inbox;

    Door(Inbox inbox) {
        this.inbox = inbox;
    }

    void enter(Command command, Reply<?> reply) {
        if (!inbox.offer(command)) {
            reply.refuse(full(inbox));
        }
    }

    static Refusal full(Inbox inbox) {
        return Refusal.exhausted("Expected room in the broker's inbox but its " + inbox.capacity()
                + " places are taken; try again in a moment.");
    }
}
