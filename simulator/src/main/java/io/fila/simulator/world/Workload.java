package io.fila.simulator.world;

import io.fila.core.message.Scheduling;
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
 * @param limits throttle keys
 * @param throttledPercent of messages whose producers name throttle keys
 * @param scriptedPercent of queues that have a script, for each of its two
 */
public record Workload(
        List<QueueName> queues,
        List<String> keys,
        int producers,
        long pauseNanos,
        int largestBurst,
        int largestBodyBytes,
        int restlessWeights,
        List<String> limits,
        int throttledPercent,
        int scriptedPercent) {
    private static final int MOST_WEIGHT = 7;
    private static final int DEFAULT_KEY_AT = 2;

    static Workload draw(Chance chance) {
        List<QueueName> queues = new ArrayList<>();
        int count = chance.between(1, 4);
        for (int i = 0; i < count; i++) {
            queues.add(new QueueName("queue-" + i));
        }
        List<String> keys = new ArrayList<>();
        int keyCount = chance.pick(List.of(1, 2, 3, 5, 8, 16));
        for (int i = 0; i < keyCount; i++) {
            keys.add(i == DEFAULT_KEY_AT ? Scheduling.DEFAULT_KEY : "key-" + i);
        }
        List<String> limits = new ArrayList<>();
        int limitCount = chance.pick(List.of(0, 1, 2, 6));
        for (int i = 0; i < limitCount; i++) {
            limits.add("limit-" + i);
        }
        return new Workload(
                List.copyOf(queues),
                List.copyOf(keys),
                chance.between(1, 3),
                chance.pick(List.of(5L, 30L, 100L, 400L, 2000L)) * 1_000_000,
                chance.pick(List.of(1, 5, 20, 60)),
                chance.pick(List.of(0, 8, 64, 400)),
                chance.pick(List.of(0, 0, 1, 20)),
                List.copyOf(limits),
                chance.pick(List.of(10, 50, 100)),
                chance.pick(List.of(0, 50, 90)));
    }

    /** The weight a key has unless it changes. */
    public long usualWeight(String key) {
        return 1L + Math.floorMod(keys.indexOf(key), MOST_WEIGHT);
    }
}
