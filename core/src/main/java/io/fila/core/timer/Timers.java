package io.fila.core.timer;

import io.fila.core.Invariant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The set timers in order of their moment, those of one moment in the order they were set: a binary heap whose elements
 * know their slots. Setting a timer later than all others, the usual case for leases, costs no movement.
 */
public final class Timers<T extends Timer> {
    private static final int INITIAL_CAPACITY = 64;

    private Timer[] heap = new Timer[INITIAL_CAPACITY];
    private int size;
    private long nextOrder;

    public void set(T timer, long dueNanos) {
        Invariant.check(!timer.isSet(), "a timer is set once at a time");
        timer.dueNanos = dueNanos;
        timer.order = nextOrder++;
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        siftUp(size++, timer);
    }

    public void cancel(T timer) {
        if (timer.isSet()) {
            removeAt(timer.slot);
        }
    }

    /** Takes the earliest timer if its moment has come. */
    @SuppressWarnings("unchecked")
    public @Nullable T pollDue(long nowNanos) {
        if (size == 0 || heap[0].dueNanos > nowNanos) {
            return null;
        }
        Timer first = heap[0];
        removeAt(0);
        return (T) first;
    }

    /** The earliest moment, or {@link Long#MAX_VALUE} if nothing is set. */
    public long nextDueNanos() {
        return size == 0 ? Long.MAX_VALUE : heap[0].dueNanos;
    }

    public int size() {
        return size;
    }

    private void removeAt(int slot) {
        heap[slot].slot = Timer.IDLE;
        Timer last = heap[--size];
        clear(size);
        if (slot == size) {
            return;
        }
        siftDown(slot, last);
        if (last.slot == slot) {
            siftUp(slot, last);
        }
    }

    @SuppressWarnings("NullAway") // slots at and beyond size are free
    private void clear(int slot) {
        heap[slot] = null;
    }

    private void siftUp(int from, Timer timer) {
        int slot = from;
        while (slot > 0) {
            int parent = (slot - 1) >>> 1;
            if (!earlier(timer, heap[parent])) {
                break;
            }
            put(slot, heap[parent]);
            slot = parent;
        }
        put(slot, timer);
    }

    private void siftDown(int from, Timer timer) {
        int slot = from;
        int firstLeaf = size >>> 1;
        while (slot < firstLeaf) {
            int child = 2 * slot + 1;
            if (child + 1 < size && earlier(heap[child + 1], heap[child])) {
                child++;
            }
            if (!earlier(heap[child], timer)) {
                break;
            }
            put(slot, heap[child]);
            slot = child;
        }
        put(slot, timer);
    }

    private void put(int slot, Timer timer) {
        heap[slot] = timer;
        timer.slot = slot;
    }

    private static boolean earlier(Timer a, Timer b) {
        return a.dueNanos != b.dueNanos ? a.dueNanos < b.dueNanos : a.order < b.order;
    }
}
