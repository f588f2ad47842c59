package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.reply.Purged;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of a purge deletes what it says it did, of what it was told to; one that says it is done has left nothing. */
final class PurgesDeleteWhatIsMeant extends Law {
    private final Model model;
    private final List<Waiting> waiting = new ArrayList<>();
    private int deleted;

    /** A step that was asked for and not answered yet; those of one queue are taken up one after the other. */
    private record Waiting(KnownQueue queue, Command.Purge command, Sent sent) {
        boolean takesAll() {
            return command.fairnessKey().isEmpty() && command.acceptedBeforeNanos() == Long.MAX_VALUE;
        }

        boolean isMeant(KnownFlow flow) {
            return command.fairnessKey().isEmpty() || flow.key().equals(command.fairnessKey());
        }

        boolean isMeant(KnownMessage message) {
            boolean oldEnough = message.envelope().enqueuedAtNanos() < command.acceptedBeforeNanos();
            return message.state() == KnownMessage.State.SCHEDULED ? takesAll() : isMeant(message.flow()) && oldEnough;
        }

        long left() {
            return queue.flows().stream()
                            .filter(this::isMeant)
                            .mapToLong(flow -> flow.stored().size())
                            .sum()
                    + (takesAll() ? queue.scheduled().size() : 0);
        }
    }

    PurgesDeleteWhatIsMeant(Model model) {
        super(
                "A purge deletes as many of the messages it means as it tells, up to its limit, and leaves none if it is done.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        waiting.clear();
        deleted = 0;
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        require(deleted == 0, "an answer to whoever asked for what was deleted", deleted);
        KnownQueue queue = sent.command() instanceof Command.Purge purge ? model.queue(purge.name()) : null;
        if (queue != null) {
            waiting.add(new Waiting(queue, (Command.Purge) sent.command(), sent));
        }
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        if (move.cause() == Cause.PURGED && message != null) {
            Waiting step = waiting.stream()
                    .filter(each -> each.queue() == message.queue())
                    .findFirst()
                    .orElse(null);
            require(step != null && step.isMeant(message), () -> "one that " + step + " means", () -> message);
            deleted++;
        }
    }

    @Override
    protected void answers(Sent sent, Answer answer, @Nullable Command during) {
        Waiting step =
                waiting.stream().filter(each -> each.sent() == sent).findFirst().orElse(null);
        if (step != null) {
            waiting.remove(step);
        }
        if (step == null || !(answer.value() instanceof Purged told)) {
            return;
        }
        int limit = step.command().limit();
        require(told.count() <= limit, () -> "at most " + limit, () -> told);
        int count = deleted;
        deleted = 0;
        require(told.count() == count, () -> count + " that left", () -> told);
        long before = step.left() + count;
        require(told.waited() == before, () -> before + " that waited before", () -> told);
        if (!told.more()) {
            requireNothingLeft(step);
        }
    }

    private void requireNothingLeft(Waiting step) {
        for (KnownFlow flow : step.queue().flows()) {
            flow.heads().forEach(head -> require(!step.isMeant(head), "none that is meant", head));
        }
        require(
                !step.takesAll() || step.queue().scheduled().isEmpty(),
                () -> "nothing that waits for its moment",
                () -> step.queue().scheduled());
    }
}
