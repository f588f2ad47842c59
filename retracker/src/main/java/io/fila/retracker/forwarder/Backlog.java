package io.fila.retracker.forwarder;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many jobs wait, as far as is known here: those seen at the last look, and those offered since. So a queue that is full
 * is known to be without asking, and nobody offers more to it than there is room for. One thread looks, any other may ask.
 */
final class Backlog {
    /**
     * What was seen.
     *
     * @param offered jobs offered since, less those that were not kept
     */
    private record Look(long depth, Map<String, Long> byForwarder, LongAdder offered) {
        Look {
            byForwarder = Map.copyOf(byForwarder);
        }

        long estimate() {
            return depth + offered.sum();
        }
    }

    private final int capacity;
    private volatile Look last = new Look(0, Map.of(), new LongAdder());

    Backlog(int capacity) {
        this.capacity = capacity;
    }

    /** A look begins: what is offered from now on may not be seen by it. */
    void beginLook() {
        Look before = last;
        last = new Look(before.estimate(), before.byForwarder(), new LongAdder());
    }

    /** The look has ended. */
    void endLook(long depth, Map<String, Long> byForwarder) {
        last = new Look(depth, byForwarder, last.offered());
    }

    /** Counts an offered job; run the result to take it back if the queue did not keep it. */
    Runnable offering() {
        LongAdder offered = last.offered();
        offered.increment();
        return offered::decrement;
    }

    long depth() {
        return last.estimate();
    }

    /** Jobs of one forwarder that waited at the last look. */
    long waiting(String forwarder) {
        return last.byForwarder().getOrDefault(forwarder, 0L);
    }

    boolean isFull() {
        return depth() >= capacity;
    }

    double fillPercent() {
        return 100.0 * depth() / capacity;
    }
}
