package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.simulator.model.KnownBucket;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.HashMap;
import java.util.Map;

/**
 * A loop that goes to sleep has delivered what it could: nothing waits but for credit, room in flight, the disk or tokens.
 * Where there are tokens, those who wait for them are woken one by one as tokens come, so each has to be patient for as
 * many tokens as there are others in line.
 */
final class NoWorkIsLeftLying extends Law {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Model model;

    /** Since when the first message of a lane could have gone. */
    private Map<KnownMessage, Long> couldGoSince = new HashMap<>();

    NoWorkIsLeftLying(Model model) {
        super("The broker does not rest while a consumer with credit and a message that may go could meet.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        couldGoSince.clear();
    }

    @Override
    protected void turnEnds(Observation seen) {
        if (seen.turn().workLeft()) {
            return;
        }
        Map<KnownMessage, Long> still = new HashMap<>();
        Map<String, Integer> lanesAt = model.config().buckets().isEmpty() ? Map.of() : lanesAtEachBucket();
        for (KnownQueue queue : model.queues()) {
            boolean couldDeliver = queue.activeKeys() > 0
                    && queue.leased() < model.limits().inFlightPerQueue()
                    && queue.consumers().stream().anyMatch(consumer -> consumer.credit() > 0);
            boolean awaitsDisk = seen.pagesUnderWay().size() >= model.limits().pagesInFlight()
                    || seen.pagesUnderWay().stream()
                            .anyMatch(page -> !page.agenda() && page.queue().equals(queue.id()));
            if (couldDeliver && !awaitsDisk) {
                for (KnownFlow flow : queue.flows()) {
                    flow.heads().stream()
                            .filter(this::mayGo)
                            .forEach(head -> still.put(head, sinceWhen(head, lanesAt)));
                }
            }
        }
        couldGoSince = still;
    }

    private boolean mayGo(KnownMessage head) {
        return head.throttles().stream().allMatch(key -> {
            KnownBucket bucket = model.config().bucket(key);
            return bucket == null || bucket.tokens(model.nowNanos()) >= 1 - TokensAreKept.TOLERANCE;
        });
    }

    private long sinceWhen(KnownMessage head, Map<String, Integer> lanesAt) {
        long since = couldGoSince.getOrDefault(head, model.nowNanos());
        double patienceNanos = patienceNanos(head, lanesAt);
        require(
                !model.isFree(head) && model.nowNanos() - since <= patienceNanos,
                () -> "a delivery of " + head + ", which could go since " + since,
                () -> "rest at " + model.nowNanos());
        return since;
    }

    private double patienceNanos(KnownMessage head, Map<String, Integer> lanesAt) {
        double sum = 0;
        for (String key : head.throttles()) {
            KnownBucket bucket = model.config().bucket(key);
            if (bucket != null) {
                sum += (lanesAt.getOrDefault(key, 0) + 1)
                        * NANOS_PER_SECOND
                        / bucket.rate().perSecond();
            }
        }
        return sum;
    }

    private Map<String, Integer> lanesAtEachBucket() {
        Map<String, Integer> lanes = new HashMap<>();
        for (KnownQueue queue : model.queues()) {
            for (KnownFlow flow : queue.flows()) {
                flow.heads().forEach(head -> head.throttles().forEach(key -> lanes.merge(key, 1, Integer::sum)));
            }
        }
        return lanes;
    }
}
