package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.broker.BrokerSettings;
import io.fila.core.command.Command;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key that has had less than its share goes ahead of the round. When it has something to send again, the keys that wait
 * with it get two deliveries each ahead of it at most, whatever the quantum, the weights and the backlogs are.
 */
final class QuietKeysGoFirst extends Law {
    private final Model model;
    private final BrokerSettings settings;
    private final Standings standings;
    private final Map<KnownFlow, Wait> waits = new HashMap<>();

    /** Keys that are not judged: they had something to send before, or their wait began at a time that was not watched. */
    private final Set<KnownFlow> before = new HashSet<>();

    private boolean watching;
    private @Nullable Observation seen;

    QuietKeysGoFirst(Model model, BrokerSettings settings) {
        super("A key below its share waits for no more than two deliveries for each key that waits with it, and two.");
        this.model = model;
        this.settings = settings;
        this.standings = new Standings(model.limits(), settings.sparseAllowance());
    }

    /** One key's wait for its first delivery. */
    private static final class Wait {
        final long stretch;
        final long most;
        long deliveries;

        Wait(KnownFlow waiting) {
            stretch = waiting.timesEmptied();
            long others = waiting.queue().flows().stream()
                    .filter(KnownFlow::isBacklogged)
                    .count();
            most = 2 * (others + 1);
        }
    }

    @Override
    protected void restarts(Broker recovered) {
        waits.clear();
        before.clear();
        standings.clear();
        watching = false;
    }

    @Override
    protected void turnBegins(Observation turn) {
        seen = turn;
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        if (sent.command() instanceof Command.UpdateQueue update) {
            waits.keySet().removeIf(flow -> flow.queue().name().equals(update.name()));
        }
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (queue == null || message == null) {
            return;
        }
        for (KnownFlow flow : queue.flows()) {
            if (flow != message.flow() && flow.isBacklogged()) {
                passOver(flow, handover);
            }
        }
        waits.remove(message.flow());
        // What it sends beside the first goes with the round.
        before.add(message.flow());
        standings.served(message.flow());
    }

    private void passOver(KnownFlow flow, Handover handover) {
        if (!model.isFree(flow) || !flow.hasHeadsInMemory() || flow.isReweighted() || awaitsDisk(flow.queue())) {
            waits.remove(flow);
            before.add(flow);
            return;
        }
        Wait wait = waits.get(flow);
        if (wait == null || wait.stretch != flow.timesEmptied()) {
            waits.remove(flow);
            if (watching
                    && !before.contains(flow)
                    && standings.allowance(flow.queue()) > 0
                    && standings.isBelowItsShare(flow)) {
                waits.put(flow, new Wait(flow));
            }
            wait = waits.get(flow);
        }
        if (wait != null) {
            Wait waiting = wait;
            waiting.deliveries++;
            require(
                    waiting.deliveries <= waiting.most,
                    () -> "key " + flow.key() + ", which is below its share, within " + waiting.most + " deliveries",
                    () -> waiting.deliveries + " to others, the last one " + handover);
        }
    }

    @Override
    protected void turnEnds(Observation turn) {
        watching = true;
        before.clear();
        for (KnownQueue queue : model.queues()) {
            for (KnownFlow flow : queue.flows()) {
                if (flow.isBacklogged() && !waits.containsKey(flow)) {
                    before.add(flow);
                }
            }
        }
    }

    /** Lives are short: whether a key that is quiet for long stays ahead is tried out on a new broker. */
    @Override
    protected void lifeEnds(Broker broker) {
        if (settings.sparseAllowance() == 0) {
            return;
        }
        Noise noise = new Noise(settings, new Chance(model.nowNanos()));
        List<Integer> waits = noise.run();
        int most = 2 * (noise.keys() + 1);
        require(
                waits.stream().allMatch(wait -> wait <= most),
                () -> "each message of a key below its share within " + most + " deliveries",
                () -> waits);
    }

    private boolean awaitsDisk(KnownQueue queue) {
        return seen != null && seen.awaitsDisk(queue.id(), model.limits().pagesInFlight());
    }
}
