package io.fila.simulator.law;

import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.simulator.cluster.LogNode;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.ClusterService;
import io.fila.simulator.process.Sent;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whoever begins to lead has every message of which a producer heard that it was accepted, unless it has ended since. */
public final class NothingConfirmedIsLost extends Law implements ClusterService.LeaderWitness {
    private final Model model;
    private final TreeSet<MessageId> confirmed = new TreeSet<>();

    public NothingConfirmedIsLost(Model model) {
        super("Nothing that was confirmed is ever lost, whoever leads.");
        this.model = model;
    }

    @Override
    protected void hears(Sent sent) {
        Answer answer = sent.answer();
        if (sent.command() instanceof Command.Enqueue
                && answer != null
                && answer.value() instanceof Accepted accepted
                && accepted.outcome() == Accepted.Outcome.STORED) {
            confirmed.add(accepted.id());
        }
    }

    @Override
    public void leads(LogNode node) {
        confirmed.removeIf(id -> hasEnded(model.message(id)));
        for (MessageId id : confirmed) {
            KnownMessage message = model.message(id);
            require(
                    message != null && node.content().body(message.queue().id(), id) != null,
                    () -> "message " + id.low() + " on node " + node.number());
        }
    }

    private static boolean hasEnded(@Nullable KnownMessage message) {
        return message != null && !message.isStored();
    }
}
