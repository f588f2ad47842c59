package io.fila.simulator.model;

import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.reply.Refusal;
import org.jspecify.annotations.Nullable;

/** What becomes of messages whose producer no longer wants them. */
public final class Cancellations {
    private final Model model;

    public Cancellations(Model model) {
        this.model = model;
    }

    Expectation expect(Command.Cancel cancel) {
        return model.queue(cancel.queue()) == null ? Expectation.refuse(Refusal.Code.NOT_FOUND) : Expectation.ACCEPT;
    }

    /** That the message that has the key and waits is gone, or that it is on disk: which of the two, its effect tells. */
    public Cancelled outcome(Command.Cancel cancel, boolean isGone) {
        KnownQueue queue = model.existing(cancel.queue());
        KnownMessage holder = holder(queue, cancel.dedupKey());
        // One that was set aside unread keeps its key, because nobody could read that.
        boolean isThere = holder != null && (holder.waits() || holder.state() == KnownMessage.State.QUARANTINED);
        if (holder == null || !isThere) {
            return Cancelled.NONE;
        }
        return isGone && holder.waits() ? Cancelled.gone(holder.id()) : Cancelled.onDisk(holder.id());
    }

    private @Nullable KnownMessage holder(KnownQueue queue, String dedupKey) {
        MessageId id = queue.dedup.holder(dedupKey, model.nowNanos());
        return id == null ? null : model.message(id);
    }
}
