package io.fila.simulator.world;

import io.fila.core.queue.QueueName;
import io.fila.simulator.chance.Chance;
import java.util.ArrayList;
import java.util.List;

/**
 * What clients do with the broker.
 *
 * @param queues the names in use
 * @param keys fairness keys, the hot ones first
 * @param producers how many
 * @param pauseNanos mean time between two acts of a client
 * @param largestBurst messages a producer may send at once
 * @param largestBodyBytes of a message
 * @param restlessWeights percentage of messages that change their key's weight
 */
public record Workload(
        List<QueueName> queues,
        List<String> keys,
        int producers,
        long pauseNanos,
        int largestBurst,
        int largestBodyBytes,
        int restlessWeights) {
    private static final int MOST_WEIGHT = 7;

    static Workload draw(Chance chance) {
        List<QueueName> queues = new ArrayList<>();
        int count = chance.between(1, 4);
        for (int i = 0; i < count; i++) {
            queues.add(new QueueName("queue-" + i));
        }
        List<String> keys = new ArrayList<>();
        int keyCount = chance.pick(List.of(1, 2, 3, 5, 8, 16));
        for (int i = 0; i < keyCount; i++) {
            keys.add("key-" + i);
        }
        return new Workload(
                List.copyOf(queues),
                List.copyOf(keys),
                chance.between(1, 3),
                chance.pick(List.of(5L, 30L, 100L, 400L, 2000L)) * 1_000_000,
                chance.pick(List.of(1, 5, 20, 60)),
                chance.pick(List.of(0, 8, 64, 400)),
                chance.pick(List.of(0, 0, 1, 20)));
    }

    /** The weight a key has unless it changes. */
    public long usualWeight(String key) {
        return 1L + keys.indexOf(key) % MOST_WEIGHT;
    }
}
