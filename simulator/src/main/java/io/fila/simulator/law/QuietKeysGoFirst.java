package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.queue.QueueId;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A key that becomes active and owes nothing goes ahead of the round: newcomers and the round alternate, newcomers in order. */
final class QuietKeysGoFirst extends Law implements Law.OfSteps {
    /** With more keys than this, one that the round has served already is no newcomer. */
    private static final int CROWD = 64;

    private final Model model;
    private final int usualAllowance;
    private final Map<QueueId, Map<String, Wait>> waits = new HashMap<>();
    private final Map<QueueId, Set<String>> owing = new HashMap<>();

    /** A newcomer's wait for its first delivery. */
    private static final class Wait {
        final Set<String> wentAhead = new HashSet<>();
        int ofTheRound;
    }

    QuietKeysGoFirst(Model model, int usualAllowance) {
        super(
                "While a key that has just become active waits, the round gets every other delivery, and no key goes ahead twice.");
        this.model = model;
        this.usualAllowance = usualAllowance;
    }

    @Override
    protected void restarts(Broker recovered) {
        waits.clear();
        owing.clear();
    }

    @Override
    public void happens(Step step) {
        switch (step) {
            case Step.Activated flow
            when mayGoAhead(flow) -> waits(flow.queue()).put(flow.fairnessKey(), new Wait());
            // Every waiting key has a seat in the round that begins.
            case Step.RoundBegan began -> waits(began.queue()).clear();
            case Step.Suspended flow -> waits(flow.queue()).remove(flow.fairnessKey());
            case Step.Deactivated flow -> waits(flow.queue()).remove(flow.fairnessKey());
            case Step.Chosen chosen -> serve(chosen);
            default -> {}
        }
    }

    private void serve(Step.Chosen chosen) {
        waits(chosen.queue()).remove(chosen.fairnessKey());
        waits(chosen.queue()).forEach((key, wait) -> {
            wait.ofTheRound = chosen.ahead() ? 0 : wait.ofTheRound + 1;
            boolean first = !chosen.ahead() || wait.wentAhead.add(chosen.fairnessKey());
            require(first && wait.ofTheRound <= 1, () -> "a delivery of " + key, () -> chosen);
        });
        Set<String> debtors = owing.computeIfAbsent(chosen.queue(), it -> new HashSet<>());
        if (chosen.deficit() < 1) {
            debtors.add(chosen.fairnessKey());
        } else {
            debtors.remove(chosen.fairnessKey());
        }
    }

    private boolean mayGoAhead(Step.Activated activated) {
        KnownQueue queue = model.queue(activated.queue());
        @Nullable KnownFlow flow = queue == null ? null : queue.findFlow(activated.fairnessKey());
        if (queue == null
                || flow == null
                || owing.getOrDefault(queue.id(), Set.of()).contains(flow.key())) {
            return false;
        }
        int own = queue.config().deliveryPolicy().sparseAllowance();
        boolean isFree = flow.isBacklogged() && flow.pending().getFirst().lane().isEmpty();
        return isFree && (own >= 0 ? own : usualAllowance) > 0 && queue.activeKeys() < CROWD;
    }

    private Map<String, Wait> waits(QueueId queue) {
        return waits.computeIfAbsent(queue, it -> new HashMap<>());
    }
}
