package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Sent;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** GetStats and ListQueues report what is there. */
final class StatsTellTheTruth extends Law {
    private final Model model;
    private final int quantum;

    StatsTellTheTruth(Model model, int quantum) {
        super("Statistics count what is there: pending, in flight, active keys and consumers.");
        this.model = model;
        this.quantum = quantum;
    }

    @Override
    protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
        Object told = sent.answer() == null ? null : sent.answer().value();
        if (sent.command() instanceof Command.ListQueues) {
            List<QueueSummary> all =
                    model.queues().stream().map(StatsTellTheTruth::summary).toList();
            require(all.equals(told), () -> all, () -> told);
        } else if (sent.command() instanceof Command.GetStats get && told instanceof QueueStats stats) {
            KnownQueue queue = model.queue(get.name());
            require(queue != null && stats(queue, stats).equals(stats) && keysAgree(queue, stats), () -> stats);
        }
    }

    private static QueueSummary summary(KnownQueue queue) {
        boolean paused = queue.paused().contains("");
        return new QueueSummary(
                queue.name(), queue.depth(), queue.leased(), queue.consumers().size(), paused);
    }

    private QueueStats stats(KnownQueue queue, QueueStats told) {
        int own = queue.config().deliveryPolicy().quantum();
        return new QueueStats(
                queue.depth(),
                queue.leased(),
                queue.activeKeys(),
                queue.consumers().size(),
                own > 0 ? own : quantum,
                told.effectiveQuantum(),
                told.keys(),
                told.throttles(),
                queue.scheduled().size(),
                queue.doings(),
                queue.paused().contains(""),
                queue.paused().stream().filter(key -> !key.isEmpty()).toList(),
                queue.config());
    }

    private static boolean keysAgree(KnownQueue queue, QueueStats stats) {
        Set<String> wanted = queue.flows().stream()
                .filter(flow -> flow.isBacklogged())
                .map(flow -> flow.key() + ": " + flow.depth() + " of weight " + flow.weight())
                .collect(Collectors.toSet());
        List<String> told = stats.keys().stream()
                .map(key -> key.key() + ": " + key.pending() + " of weight " + key.weight())
                .toList();
        return told.size() == wanted.size() && wanted.containsAll(told);
    }
}
