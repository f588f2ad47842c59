package io.fila.client.connection;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** A lock that completes futures after it is released, because their callers may call back. */
public final class Guard {
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
        long left = nanos;
        while (!holds.getAsBoolean() && left > 0) {
            left = changed.awaitNanos(left);
        }
        return left;
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
