package io.fila.client.connection;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** A lock that completes futures after it is released, because their callers may call back. */
public final class Guard {
    /** No limit to a wait. */
    public static final long FOR_EVER_NANOS = Long.MAX_VALUE;

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> promises = new ConcurrentLinkedQueue<>();
    private final Condition changed = lock.newCondition();

    public void enter() {
        lock.lock();
    }

    public void enterInterruptibly() throws InterruptedException {
        lock.lockInterruptibly();
    }

    /** Under the lock: runs something once this thread has released it. */
    public void promise(Runnable telling) {
        promises.add(telling);
    }

    /** Under the lock: waits until a condition holds, at most this long, and returns the time left. */
    public long await(BooleanSupplier holds, long nanos) throws InterruptedException {
        if (nanos == FOR_EVER_NANOS) {
            awaitForEver(holds);
            return nanos;
        }
        long left = nanos;
        while (!holds.getAsBoolean() && left > 0) {
            left = changed.awaitNanos(left);
        }
        return left;
    }

    /** A virtual thread that waits for some time sets a timer, and takes it back when it is woken: for ever is cheaper. */
    private void awaitForEver(BooleanSupplier holds) throws InterruptedException {
        while (!holds.getAsBoolean()) {
            changed.await();
        }
    }

    /** Under the lock: wakes everyone who waits for a change. */
    public void changed() {
        if (lock.hasWaiters(changed)) {
            changed.signalAll();
        }
    }

    public void leave() {
        lock.unlock();
        if (lock.isHeldByCurrentThread()) {
            return;
        }
        for (Runnable telling = promises.poll(); telling != null; telling = promises.poll()) {
            telling.run();
        }
    }
}
