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

    /** One that waits is found if it is in memory, which the broker knows. */
    Expectation expect(Command.Cancel cancel) {
        KnownQueue queue = model.queue(cancel.queue());
        if (queue == null) {
            return Expectation.refuse(Refusal.Code.NOT_FOUND);
        }
        KnownMessage holder = holder(queue, cancel.dedupKey());
        // One that was set aside unread keeps its key, because nobody could read that.
        boolean mayBeOutOfReach =
                holder != null && (holder.waits() || holder.state() == KnownMessage.State.QUARANTINED);
        return mayBeOutOfReach || queue.countsAreUnsure
                ? Expectation.either(Refusal.Code.FAILED_PRECONDITION)
                : Expectation.ACCEPT;
    }

    /** What a cancellation that was not refused is answered: the message that has the key and waits. */
    public Cancelled outcome(Command.Cancel cancel, @Nullable Object told) {
        KnownQueue queue = Objects.requireNonNull(model.queue(cancel.queue()));
        KnownMessage holder = holder(queue, cancel.dedupKey());
        if (holder == null || !holder.waits() || (queue.countsAreUnsure && Cancelled.NONE.equals(told))) {
            return Cancelled.NONE;
        }
        return new Cancelled(holder.id());
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
