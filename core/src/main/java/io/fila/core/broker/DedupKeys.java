package io.fila.core.broker;

import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.record.DedupChanged;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The dedup keys of one queue that are taken: by messages that are alive, and for a while by those that were acked. */
final class DedupKeys {
    private static final long WHILE_ALIVE = Long.MAX_VALUE;

    /** Keys whose time is over that are cleared away each time one is asked for: more than can come. */
    private static final int CLEARED_AT_A_TIME = 2;

    private final QueueId queue;
    private final MemoryBudget memory;
    private final Map<String, Holder> taken = new HashMap<>();
    private final PriorityQueue<Release> releases =
            new PriorityQueue<>(Comparator.comparingLong(Release::atNanos).thenComparing(Release::key));

    record Holder(MessageId id, long untilNanos) {}

    private record Release(long atNanos, String key) {}

    DedupKeys(QueueId queue, MemoryBudget memory) {
        this.queue = queue;
        this.memory = memory;
    }

    /** The message that has the key, or null if it is free. */
    @Nullable MessageId holder(String key, Turn turn) {
        clearAway(turn);
        Holder holder = taken.get(key);
        if (holder == null) {
            return null;
        }
        if (holder.untilNanos() <= turn.nowNanos()) {
            free(key, turn);
            return null;
        }
        return holder.id();
    }

    void take(String key, MessageId id, Turn turn) {
        put(key, new Holder(id, WHILE_ALIVE), turn);
    }

    /** The message that had the key is gone; its key stays taken for a while, if so configured. */
    void release(String key, long windowNanos, Turn turn) {
        Holder holder = taken.get(key);
        if (holder == null) {
            return;
        }
        if (windowNanos <= 0) {
            free(key, turn);
            return;
        }
        long until = turn.nowNanos() + windowNanos;
        put(key, new Holder(holder.id(), until), turn);
        releases.add(new Release(until, key));
    }

    private void put(String key, Holder holder, Turn turn) {
        if (taken.put(key, holder) == null) {
            memory.takeDedupKey();
        }
        turn.record(new DedupChanged(queue, key, holder.id(), holder.untilNanos()));
    }

    private void free(String key, Turn turn) {
        taken.remove(key);
        memory.returnDedupKeys(1);
        turn.record(new DedupChanged(queue, key, null, 0));
    }

    private void clearAway(Turn turn) {
        for (int cleared = 0; cleared < CLEARED_AT_A_TIME; cleared++) {
            Release first = releases.peek();
            if (first == null || first.atNanos() > turn.nowNanos()) {
                return;
            }
            releases.remove();
            Holder holder = taken.get(first.key());
            if (holder != null && holder.untilNanos() == first.atNanos()) {
                free(first.key(), turn);
            }
        }
    }

    void restore(String key, MessageId id, long untilNanos) {
        taken.put(key, new Holder(id, untilNanos));
        memory.takeDedupKey();
        if (untilNanos != WHILE_ALIVE) {
            releases.add(new Release(untilNanos, key));
        }
    }

    void clear() {
        memory.returnDedupKeys(taken.size());
        taken.clear();
        releases.clear();
    }

    SortedMap<String, Holder> snapshot() {
        return new TreeMap<>(taken);
    }
}
