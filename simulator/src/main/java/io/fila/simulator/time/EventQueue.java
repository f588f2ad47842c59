package io.fila.simulator.time;

import java.util.PriorityQueue;

/** Future events, by time; events at the same time happen in the order they were planned. */
public final class EventQueue {
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long nowNanos;
    private long nextOrder;

    private record Entry(long atNanos, long order, Runnable event) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return atNanos == other.atNanos ? Long.compare(order, other.order) : Long.compare(atNanos, other.atNanos);
        }
    }

    /** True time since the life began; the broker knows only what its clock says. */
    public long nowNanos() {
        return nowNanos;
    }

    public void after(long nanos, Runnable event) {
        at(nowNanos + Math.max(0, nanos), event);
    }

    public void at(long nanos, Runnable event) {
        entries.add(new Entry(Math.max(nowNanos, nanos), nextOrder++, event));
    }

    /** Lets the next thing happen; false if nothing is planned. */
    public boolean runNext() {
        Entry next = entries.poll();
        if (next == null) {
            return false;
        }
        nowNanos = next.atNanos();
        next.event().run();
        return true;
    }
}
