package io.fila.simulator.law;

import io.fila.core.Limits;
import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.PageLoad;
import io.fila.simulator.process.Sent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keys that become active may borrow ahead of the round, but they alternate with it: while a key waits, those that came
 * after it get no more than those that were there before. A key that has borrowed, or whose weight fell, has to sit rounds
 * out, and a throttled one waits for tokens, so only free keys of steady weight are looked at that owe nothing.
 */
final class TheRoundGoesOn extends Law {
    private static final long HEAD_START = 2;

    private final Model model;
    private final Limits limits;
    private final Map<KnownQueue, Map<KnownFlow, Wait>> waits = new HashMap<>();
    private final Standings standings;
    private List<PageLoad> pagesUnderWay = List.of();

    TheRoundGoesOn(Model model, int sparseAllowance) {
        super("A stream of new keys does not stop the round: they get no more than every other delivery.");
        this.model = model;
        this.limits = model.limits();
        this.standings = new Standings(limits, sparseAllowance);
    }

    /** One key's wait for its next delivery. */
    private static final class Wait {
        final long stretch;
        final boolean owesNothing;
        final Set<KnownFlow> before = new HashSet<>();
        long toThoseBefore;
        long toNewcomers;

        Wait(KnownFlow waiting, boolean owesNothing) {
            this.owesNothing = owesNothing;
            stretch = waiting.timesEmptied();
            for (KnownFlow flow : waiting.queue().flows()) {
                if (flow.isBacklogged()) {
                    before.add(flow);
                }
            }
        }
    }

    @Override
    protected void restarts(Broker recovered) {
        waits.clear();
        standings.clear();
    }

    @Override
    protected void turnBegins(Observation seen) {
        pagesUnderWay = seen.pagesUnderWay();
        // A key that a throttle has held up meanwhile, seen or not by a delivery to another, begins its wait anew.
        waits.values().forEach(waiting -> waiting.keySet().removeIf(flow -> !model.isFree(flow)));
    }

    /** A queue that behaves differently from now on lets go whom it held back: all begin anew. */
    @Override
    protected void decides(Sent sent, Expectation expected) {
        if (sent.command() instanceof Command.UpdateQueue update) {
            waits.keySet().removeIf(queue -> queue.name().equals(update.name()));
        }
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (queue == null || message == null) {
            return;
        }
        standings.served(message.flow());
        Map<KnownFlow, Wait> waiting = waits.computeIfAbsent(queue, it -> new HashMap<>());
        if (awaitsDisk(queue)) {
            waiting.clear();
            return;
        }
        waiting.remove(message.flow());
        for (KnownFlow flow : queue.flows()) {
            if (flow == message.flow() || !flow.isBacklogged() || flow.isReweighted()) {
                continue;
            }
            if (!model.isFree(flow)) {
                waiting.remove(flow);
                continue;
            }
            Wait wait = waiting.get(flow);
            if (wait == null || wait.stretch != flow.timesEmptied()) {
                waiting.put(flow, new Wait(flow, standings.owesNothing(flow)));
            } else if (wait.before.contains(message.flow())) {
                wait.toThoseBefore++;
            } else {
                wait.toNewcomers++;
                require(
                        !wait.owesNothing || wait.toNewcomers <= wait.toThoseBefore + HEAD_START,
                        () -> "key " + flow.key() + " to be served, or one that came before it",
                        () -> wait.toNewcomers + " deliveries to newcomers and " + wait.toThoseBefore + " to others");
            }
        }
    }

    /** While the round waits for heads from disk, newcomers may go ahead. */
    private boolean awaitsDisk(KnownQueue queue) {
        return pagesUnderWay.size() >= limits.pagesInFlight()
                || pagesUnderWay.stream().anyMatch(page -> page.queue().equals(queue.id()));
    }
}
