package io.fila.server.metrics;

import io.fila.core.reply.Refusal;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** Messages that were not taken in, by queue and by the code of the refusal. Any thread. */
public final class Refusals {
    /** Stands for queues that do not exist: whatever clients name must not become a name here. */
    private static final String NO_QUEUE = "";

    private final Map<String, Map<Refusal.Code, LongAdder>> byQueue = new ConcurrentHashMap<>();

    public void note(String queue, boolean exists, Refusal refusal) {
        byQueue.computeIfAbsent(exists ? queue : NO_QUEUE, unknown -> adders())
                .getOrDefault(refusal.code(), new LongAdder())
                .increment();
    }

    private static Map<Refusal.Code, LongAdder> adders() {
        Map<Refusal.Code, LongAdder> adders = new EnumMap<>(Refusal.Code.class);
        for (Refusal.Code code : Refusal.Code.values()) {
            adders.put(code, new LongAdder());
        }
        return adders;
    }

    /** What was counted for queues that are still there; the others are forgotten. */
    Map<String, Map<Refusal.Code, LongAdder>> of(Predicate<String> exists) {
        byQueue.keySet().removeIf(queue -> !queue.equals(NO_QUEUE) && !exists.test(queue));
        return byQueue;
    }
}
