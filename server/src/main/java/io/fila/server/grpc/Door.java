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

    /** Lets a command in, or refuses it; false if refused. */
    boolean enter(Command command, Reply<?> reply) {
        if (inbox.offer(command)) {
            return true;
        }
        reply.refuse(full(inbox));
        return false;
    }

    /** Whether whoever can wait should: what is left of the inbox is for those who would be refused. */
    boolean isCrowded() {
        return inbox.size() > inbox.capacity() / 2;
    }

    static Refusal full(Inbox inbox) {
        return Refusal.exhausted("Expected room in the broker's inbox but its " + inbox.capacity()
                + " places are taken; try again in a moment.");
    }
}
