package io.fila.client;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** A lock with a door for promises: what is to be told to callers is told after the lock, because they may call back. */
final class Guard {
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> promises = new ConcurrentLinkedQueue<>();
    private final Condition changed = lock.newCondition();

    void enter() {
        lock.lock();
    }

    void enterInterruptibly() throws InterruptedException {
        lock.lockInterruptibly();
    }

    /** Inside: has something run once this thread has left. */
    void promise(Runnable telling) {
        promises.add(telling);
    }

    /** Inside: waits until something holds, at most so long, and returns how much of that is left. */
    long await(BooleanSupplier holds, long nanos) throws InterruptedException {
        long left = nanos;
        while (!holds.getAsBoolean() && left > 0) {
            left = changed.awaitNanos(left);
        }
        return left;
    }

    /** Inside: wakes everyone who waits for a change. */
    void changed() {
        if (lock.hasWaiters(changed)) {
            changed.signalAll();
        }
    }

    void leave() {
        lock.unlock();
        if (lock.isHeldByCurrentThread()) {
            return;
        }
        for (Runnable telling = promises.poll(); telling != null; telling = promises.poll()) {
            telling.run();
        }
    }
}
