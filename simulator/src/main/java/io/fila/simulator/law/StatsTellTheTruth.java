package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueStats.KeyStats;
import io.fila.core.queue.QueueStats.ThrottleStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.throttle.Rate;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownBucket;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What GetStats and ListQueues tell is what is there at that moment. */
final class StatsTellTheTruth extends Law {
    private final Model model;
    private final int quantum;

    StatsTellTheTruth(Model model, int quantum) {
        super("Statistics count what is there: pending, in flight, active keys and consumers.");
        this.model = model;
        this.quantum = quantum;
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        Answer answer = sent.answer();
        if (answer == null || !answer.accepted()) {
            return;
        }
        switch (sent.command()) {
            case Command.ListQueues list -> {
                List<QueueSummary> all =
                        model.queues().stream().map(KnownQueue::summary).toList();
                require(all.equals(answer.value()), () -> all.toString(), () -> String.valueOf(answer.value()));
            }
            case Command.GetStats get -> {
                KnownQueue queue = model.queue(get.name());
                if (queue != null && answer.value() instanceof QueueStats stats) {
                    compare(queue, stats);
                }
            }
            default -> {}
        }
    }

    private void compare(KnownQueue queue, QueueStats stats) {
        QueueStats expected = new QueueStats(
                queue.depth(),
                queue.leased(),
                queue.activeKeys(),
                queue.consumers().size(),
                queue.config().deliveryPolicy().quantum() > 0
                        ? queue.config().deliveryPolicy().quantum()
                        : quantum,
                stats.effectiveQuantum(),
                stats.keys(),
                stats.throttles(),
                queue.scheduled().size(),
                queue.doings().asTold(),
                queue.paused().contains(""),
                queue.paused().stream().filter(key -> !key.isEmpty()).toList(),
                queue.config());
        require(expected.equals(stats), () -> expected.toString(), () -> stats);
        Map<String, String> keys = new TreeMap<>();
        for (KnownFlow flow : queue.flows()) {
            if (flow.isBacklogged()) {
                keys.put(flow.key(), flow.stored().size() + " of weight " + flow.weight());
            }
        }
        boolean agree = stats.keys().stream().allMatch(key -> agrees(queue.findFlow(key.key()), key));
        long told = stats.keys().stream().map(KeyStats::key).distinct().count();
        require(agree && told == keys.size() && told == stats.keys().size(), () -> keys.toString(), () -> stats.keys());
        stats.throttles().forEach(throttle -> compare(queue, throttle));
    }

    private static boolean agrees(@Nullable KnownFlow flow, KeyStats told) {
        return flow != null
                && flow.isBacklogged()
                && flow.stored().size() == told.pending()
                && flow.weight() == told.weight();
    }

    /** Only so many are told, and holds only of messages that are in memory, so some may be missing. */
    private void compare(KnownQueue queue, ThrottleStats told) {
        KnownBucket bucket = model.config().bucket(told.key());
        boolean inUse = queue.flows().stream()
                .flatMap(flow -> flow.pending().stream())
                .anyMatch(message -> message.throttles().contains(told.key()));
        boolean held = model.config().holds().keys().contains(told.key());
        require(bucket != null || (held && inUse), "a throttle that is set, or held and in use", told);
        if (bucket != null) {
            double tokens = bucket.tokens(model.nowNanos());
            Rate rate = new Rate(told.ratePerSecond(), told.burst());
            require(
                    rate.equals(bucket.rate()) && Math.abs(tokens - told.tokens()) < KnownBucket.TOLERANCE,
                    () -> bucket.rate() + " with " + tokens,
                    () -> told);
        }
    }
}
