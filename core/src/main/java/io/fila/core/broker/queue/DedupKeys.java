package io.fila.core.broker.queue;

import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.record.DedupChanged;
import io.fila.core.timer.Timer;
import io.fila.core.timer.Timers;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The dedup keys of one queue: those of its messages, and for a while those of acked ones. As a timer it fires when keys can be
 * removed.
 */
public final class DedupKeys extends Timer {
    private static final long WHILE_ALIVE = Long.MAX_VALUE;

    /** Keys are removed at multiples of this time, so that many go in one turn; they are free as soon as their window ends. */
    private static final long CLEARING_NANOS = Duration.ofSeconds(1).toNanos();

    private final QueueId queue;
    private final MemoryBudget memory;
    private final Timers<DedupKeys> clearings;
    private final Map<String, Holder> taken = new HashMap<>();
    private final PriorityQueue<Release> releases =
            new PriorityQueue<>(Comparator.comparingLong(Release::atNanos).thenComparing(Release::key));

    record Holder(MessageId id, long untilNanos) {}

    private record Release(long atNanos, String key) {}

    DedupKeys(QueueId queue, SharedState shared) {
        this.queue = queue;
        this.memory = shared.memory();
        this.clearings = shared.clearings();
    }

    /** Clears keys away whose time is over, in all queues together at most so many; what is left goes off again at once. */
    public static void clearDue(Timers<DedupKeys> clearings, int limit, Turn turn) {
        int left = limit;
        while (left > 0) {
            DedupKeys due = clearings.pollDue(turn.nowNanos());
            if (due == null) {
                return;
            }
            left -= due.clearAway(left, turn);
        }
    }

    /** The message that has the key, or null if it is free. */
    public @Nullable MessageId holder(String key, Turn turn) {
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

    /** The message that has the key and is not gone; null if there is none. */
    public @Nullable MessageId alive(String key) {
        Holder holder = taken.get(key);
        return holder == null || holder.untilNanos() != WHILE_ALIVE ? null : holder.id();
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
        releaseAt(until, key);
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

    /** Tells how many releases it looked at: one at least. */
    private int clearAway(int limit, Turn turn) {
        int seen = 0;
        while (seen < limit) {
            Release first = releases.peek();
            if (first == null || first.atNanos() > turn.nowNanos()) {
                break;
            }
            releases.remove();
            seen++;
            Holder holder = taken.get(first.key());
            if (holder != null && holder.untilNanos() == first.atNanos()) {
                free(first.key(), turn);
            }
        }
        setTimer();
        return seen;
    }

    private void releaseAt(long atNanos, String key) {
        releases.add(new Release(atNanos, key));
        setTimer();
    }

    private void setTimer() {
        Release first = releases.peek();
        long due = first == null ? Long.MAX_VALUE : Math.ceilDiv(first.atNanos(), CLEARING_NANOS) * CLEARING_NANOS;
        if (isSet() && dueNanos() != due) {
            clearings.cancel(this);
        }
        if (first != null && !isSet()) {
            clearings.set(this, due);
        }
    }

    /**
     * A key is taken again as it was.
     *
     * @param latestNanos when a key whose message is gone is free at the latest, even if the clock was ahead when it went
     */
    public void restore(String key, MessageId id, long untilNanos, long latestNanos) {
        long until = untilNanos == WHILE_ALIVE ? WHILE_ALIVE : Math.min(untilNanos, latestNanos);
        taken.put(key, new Holder(id, until));
        memory.takeDedupKey();
        if (until != WHILE_ALIVE) {
            releaseAt(until, key);
        }
    }

    void clear() {
        memory.returnDedupKeys(taken.size());
        taken.clear();
        releases.clear();
        setTimer();
    }

    SortedMap<String, Holder> snapshot() {
        return new TreeMap<>(taken);
    }
}
