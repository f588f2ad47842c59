package io.fila.simulator.model;

import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.reply.Refusal;
import io.fila.simulator.process.Answer;
import java.util.Objects;
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

    /**
     * What a cancellation is answered: that the message that has the key and waits is gone, or that it is on disk. Which of the
     * two only the broker knows.
     */
    public Cancelled outcome(Command.Cancel cancel, @Nullable Object told) {
        KnownQueue queue = Objects.requireNonNull(model.queue(cancel.queue()));
        KnownMessage holder = holder(queue, cancel.dedupKey());
        if (holder == null || (queue.countsAreUnsure && Cancelled.NONE.equals(told))) {
            return Cancelled.NONE;
        }
        // One that was set aside unread keeps its key, because nobody could read that.
        boolean mayBeOnDisk = holder.waits() || holder.state() == KnownMessage.State.QUARANTINED;
        if (mayBeOnDisk && Cancelled.onDisk(holder.id()).equals(told)) {
            return Cancelled.onDisk(holder.id());
        }
        return holder.waits() ? Cancelled.gone(holder.id()) : Cancelled.NONE;
    }

    void cancel(@Nullable Answer answer) {
        MessageId id = answer != null && answer.value() instanceof Cancelled cancelled ? cancelled.id() : null;
        KnownMessage message = id == null ? null : model.message(id);
        if (message != null) {
            model.drop(message);
        }
    }

    private @Nullable KnownMessage holder(KnownQueue queue, String dedupKey) {
        MessageId id = queue.dedup.holder(dedupKey, model.nowNanos());
        return id == null ? null : model.message(id);
    }
}
