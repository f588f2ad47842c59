package io.fila.simulator.law;

import io.fila.core.queue.QueueId;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;

/** However messages come, no more keys are in use than the broker may remember, but for one in each dead letter queue. */
final class KeysAreBounded extends Law {
    private final Model model;

    KeysAreBounded(Model model) {
        super("No more fairness keys are in use than there may be, those of dead letters aside.");
        this.model = model;
    }

    @Override
    protected void happens(Step step) {
        switch (step) {
            case Step.Remembered key -> requireKnown(key.queue(), key.fairnessKey(), false);
            case Step.Forgotten key -> {
                requireKnown(key.queue(), key.fairnessKey(), true);
                KnownQueue queue = model.queue(key.queue());
                KnownFlow flow = queue == null ? null : queue.findFlow(key.fairnessKey());
                require(flow == null || !flow.isInUse(), "a key in use to be remembered", key);
            }
            default -> {}
        }
    }

    private void requireKnown(QueueId id, String fairnessKey, boolean known) {
        KnownQueue queue = model.queue(id);
        require(
                queue == null ? !known : queue.remembered().contains(fairnessKey) == known,
                known ? "a key that is remembered" : "a key that is new",
                fairnessKey);
    }

    @Override
    protected void turnEnds(Observation seen) {
        long ofDeadLetters = model.queues().stream()
                .filter(queue -> queue.name().isDeadLetter())
                .count();
        long most = model.limits().flows() + ofDeadLetters;
        int found = model.knownQueues().keys();
        require(found <= most, () -> "at most " + most + " keys", () -> found);
        for (KnownQueue queue : model.queues()) {
            for (KnownFlow flow : queue.flows()) {
                require(
                        !flow.isInUse() || queue.remembered().contains(flow.key()),
                        "a key in use to be remembered",
                        flow.key());
            }
        }
    }
}
