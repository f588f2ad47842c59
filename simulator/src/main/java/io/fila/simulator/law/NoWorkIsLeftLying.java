package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.simulator.model.KnownBucket;
import io.fila.simulator.model.KnownConsumer;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A loop that goes to sleep has delivered what it could: nothing waits but for credit, room in flight, the disk or tokens.
 * Where there are tokens, those who wait for them are woken one by one as tokens come, so each has to be patient for as
 * many tokens as there are others in line; a clock that leaps ahead brings one.
 */
final class NoWorkIsLeftLying extends Law {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Model model;

    /** First messages of lanes that could have gone. */
    private Map<KnownMessage, Wait> waits = new HashMap<>();

    /**
     * A wait that goes on.
     *
     * @param tokens how many have come since it began
     * @param patience how many may come: one for each lane that stood at its buckets at any time meanwhile, and one more
     */
    private record Wait(double tokens, int patience) {}

    private long judgedAtNanos;

    NoWorkIsLeftLying(Model model) {
        super("The broker does not rest while a consumer with credit and a message that may go could meet.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        waits.clear();
    }

    @Override
    protected void turnEnds(Observation seen) {
        if (seen.turn().workLeft()) {
            return;
        }
        Map<KnownMessage, Wait> still = new HashMap<>();
        Map<String, Integer> lanesAt = model.config().buckets().isEmpty() ? Map.of() : lanesAtEachBucket();
        for (KnownQueue queue : model.queues()) {
            boolean couldDeliver = queue.activeKeys() > 0
                    && queue.leased() < queue.mostInFlight(model.limits().inFlightPerQueue())
                    && queue.consumers().stream().anyMatch(KnownConsumer::mayTake);
            if (couldDeliver && !model.awaitsDisk(queue)) {
                for (KnownFlow flow : queue.flows()) {
                    flow.heads().stream()
                            .filter(head -> !queue.isPaused(flow) && !queue.isBusy(flow) && mayGo(head))
                            .forEach(head -> still.put(head, goOn(head, lanesAt)));
                }
            }
        }
        waits = still;
        judgedAtNanos = model.nowNanos();
    }

    private boolean mayGo(KnownMessage head) {
        return head.throttles().stream().allMatch(key -> {
            KnownBucket bucket = model.config().bucket(key);
            return model.config().heldUntilNanos(key) <= model.nowNanos()
                    && (bucket == null || bucket.tokens(model.nowNanos()) >= 1 - KnownBucket.TOLERANCE);
        });
    }

    private Wait goOn(KnownMessage head, Map<String, Integer> lanesAt) {
        int ahead = head.throttles().stream()
                .mapToInt(key -> lanesAt.getOrDefault(key, 0) + 1)
                .sum();
        Wait before = waits.get(head);
        Wait now = before == null
                ? new Wait(0, ahead)
                : new Wait(before.tokens() + Math.min(1, tokensSince(head)), Math.max(before.patience(), ahead));
        require(
                !model.config().isFree(head.throttles()) && now.tokens() <= now.patience(),
                () -> "a delivery of " + head + ", which could go",
                () -> "rest for " + now.tokens() + " tokens where " + now.patience() + " would do");
        return now;
    }

    /** Tokens that came into its slowest bucket since the last time. */
    private double tokensSince(KnownMessage head) {
        double seconds = (model.nowNanos() - judgedAtNanos) / NANOS_PER_SECOND;
        return head.throttles().stream()
                .map(model.config()::bucket)
                .filter(Objects::nonNull)
                .mapToDouble(bucket -> bucket.rate().perSecond() * seconds)
                .min()
                .orElse(0);
    }

    /** Nothing waits for tokens in a queue at rest or under a paused key. */
    private Map<String, Integer> lanesAtEachBucket() {
        Map<String, Integer> lanes = new HashMap<>();
        for (KnownQueue queue : model.queues()) {
            boolean isAtRest = queue.paused().contains("") || queue.consumers().isEmpty();
            for (KnownFlow flow : queue.flows()) {
                if (!isAtRest && !queue.paused().contains(flow.key())) {
                    flow.heads().forEach(head -> head.throttles().forEach(key -> lanes.merge(key, 1, Integer::sum)));
                }
            }
        }
        return lanes;
    }
}
