package io.fila.simulator.law;

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
    protected void turnEnds(Observation seen) {
        long ofDeadLetters = model.queues().stream()
                .filter(queue -> queue.name().isDeadLetter())
                .count();
        long most = model.limits().flows() + ofDeadLetters;
        int found = model.knownQueues().leastFlows();
        require(found <= most, () -> "at most " + most + " keys", () -> found);
    }
}
