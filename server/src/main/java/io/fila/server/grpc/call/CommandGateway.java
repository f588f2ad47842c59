package io.fila.server.grpc.call;

import io.fila.core.command.Command;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.Feed;
import io.fila.core.runtime.Inbox;
import org.jspecify.annotations.Nullable;

/** Sends clients' commands to the broker's inbox; refuses them if it is full. */
public final class CommandGateway {
    private final Inbox inbox;
    private final @Nullable Feed feed;

    private CommandGateway(Inbox inbox, @Nullable Feed feed) {
        this.inbox = inbox;
        this.feed = feed;
    }

    /** For those who wait for an answer before they ask again. */
    public CommandGateway(Inbox inbox) {
        this(inbox, null);
    }

    /** A gateway for one sender that does not wait for answers: it takes turns with others like it. */
    public CommandGateway forFeed() {
        return new CommandGateway(inbox, new Feed());
    }

    /** Lets a command in, or refuses it; false if refused. */
    public boolean enter(Command command, Reply<?> reply) {
        boolean entered = feed == null ? inbox.offer(command) : inbox.offer(feed, command);
        if (!entered) {
            reply.refuse(full(inbox));
        }
        return entered;
    }

    /** Whether whoever can wait should: what is left of the inbox is for those who would be refused. */
    public boolean isCrowded() {
        return inbox.size() > inbox.capacity() / 2;
    }

    public static Refusal full(Inbox inbox) {
        return Refusal.exhausted("Expected room in the broker's inbox but its " + inbox.capacity()
                + " places are taken; try again in a moment.");
    }
}
