package io.fila.client;

import io.fila.client.connection.Callback;
import io.fila.client.connection.Connection;
import io.fila.client.error.FilaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a handler for the messages of one queue, as many at a time as there are workers.
 *
 * <p>A message is acked when its handler returns and nacked when it throws. Its lease is extended while the handler works.
 * Handlers run on virtual threads where the JVM has them. The pool keeps the JVM running until it is closed.
 */
public final class WorkerPool implements AutoCloseable {
    /** The most unconfirmed acks and nacks; a handler that would add one more waits. */
    private static final int UNCONFIRMED_LIMIT = 1_000;

    private final Connection connection;
    private final Deliveries deliveries;
    private final Handler handler;
    private final WorkerOptions options;
    private final ExecutorService threads;
    private final Thread dispatcher;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private final Semaphore confirmable = new Semaphore(UNCONFIRMED_LIMIT);
    private final Map<Delivery, Thread> inHand = new ConcurrentHashMap<>();
    private final LeaseKeeper leases;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Occupancy occupancy = new Occupancy(System.nanoTime());
    private final Elasticity elasticity;
    private int size;

    /** Workers that could take a message besides the one that the dispatcher takes the next for. */
    private volatile int freeWorkers;

    private volatile boolean stopping;

    private WorkerPool(
            Connection connection, String queue, Deliveries deliveries, WorkerOptions options, Handler handler) {
        this.connection = connection;
        this.deliveries = deliveries;
        this.handler = handler;
        this.options = options;
        leases = new LeaseKeeper(connection.alarm(), options.maxHold());
        size = options.base();
        freeWorkers = size - 1;
        elasticity = new Elasticity(options.base(), options.max(), System.nanoTime());
        threads = WorkerThreads.named("fila-" + queue);
        dispatcher = new Thread(this::run, "fila-dispatch-" + queue);
    }

    static WorkerPool start(
            Connection connection, String queue, Deliveries deliveries, WorkerOptions options, Handler handler) {
        WorkerPool pool = new WorkerPool(connection, queue, deliveries, options, handler);
        deliveries.serve(() -> pool.freeWorkers);
        pool.dispatcher.start();
        pool.watch();
        return pool;
    }

    /** Completes when the pool ends, with a {@link FilaException} if it was not closed by this program. */
    public CompletableFuture<@Nullable Void> ended() {
        return ended.copy();
    }

    /** How many workers there are. */
    public int size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    /** How many messages are with handlers. */
    public int inHand() {
        lock.lock();
        try {
            return occupancy.busy();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes no more messages and returns when the handlers are done; at once if a handler or one of the client's own threads
     * calls it. Handlers that still run after the grace time are interrupted, and their messages return to the queue.
     */
    @Override
    public void close() {
        stopping = true;
        deliveries.close();
        wake();
        if (Callback.inside() || inHand.containsValue(Thread.currentThread())) {
            return;
        }
        List<CompletableFuture<?>> givenBack = new ArrayList<>();
        long deadlineNanos = System.nanoTime() + options.stopGrace().toNanos();
        if (!awaitIdle(deadlineNanos)) {
            inHand.forEach((delivery, thread) -> {
                givenBack.add(delivery.giveBack());
                thread.interrupt();
            });
        }
        threads.shutdown();
        awaitConfirmations();
        connection.awaitLast(givenBack);
    }

    private void run() {
        try {
            while (awaitFreeWorker()) {
                Delivery delivery = deliveries.take();
                if (delivery == null) {
                    break;
                }
                hand(delivery);
            }
            ended.complete(null);
        } catch (InterruptedException e) {
            ended.complete(null);
        } catch (Throwable failure) {
            ended.completeExceptionally(failure);
        } finally {
            stopping = true;
            deliveries.close();
        }
    }

    private void hand(Delivery delivery) {
        change(1);
        try {
            threads.execute(() -> work(delivery));
        } catch (RejectedExecutionException closed) {
            change(-1);
            CompletableFuture<?> unused = delivery.giveBack();
        }
    }

    /** Handles a delivery, and others that are already here: a running thread costs less than a new one. */
    private void work(Delivery first) {
        try {
            for (Delivery delivery = first; delivery != null; delivery = next()) {
                handle(delivery);
            }
        } finally {
            change(-1);
        }
    }

    private void handle(Delivery delivery) {
        inHand.put(delivery, Thread.currentThread());
        leases.keep(delivery);
        try {
            handler.handle(delivery);
            settle(delivery, null);
        } catch (Throwable failure) {
            settle(delivery, failure);
        } finally {
            leases.release(delivery);
            inHand.remove(delivery);
        }
    }

    private @Nullable Delivery next() {
        try {
            return stopping || Thread.interrupted() || tooMany() ? null : deliveries.poll(Duration.ZERO);
        } catch (FilaException | InterruptedException over) {
            // The dispatcher hears of the end too.
            return null;
        }
    }

    private boolean tooMany() {
        lock.lock();
        try {
            return occupancy.busy() > size;
        } finally {
            lock.unlock();
        }
    }

    private void settle(Delivery delivery, @Nullable Throwable failure) {
        if (delivery.settled()) {
            return;
        }
        confirmable.acquireUninterruptibly();
        // A lease that ran out meanwhile makes the message the next consumer's, and so does a broker that is gone.
        CompletableFuture<?> unused = delivery.finish(failure).whenComplete((done, refusal) -> confirmable.release());
    }

    /** Once a second, if the number of workers can change. The fill may be a blocking question, so it has a thread. */
    private void watch() {
        if (options.base() < options.max() && !stopping) {
            var unused = connection.alarm().after(Elasticity.STEP, () -> {
                try {
                    threads.execute(this::adjust);
                } catch (RejectedExecutionException closed) {
                    stopping = true;
                }
            });
        }
    }

    private void adjust() {
        try {
            DoubleSupplier given = options.fill();
            double fill = given == null ? measured() : given.getAsDouble();
            boolean more;
            lock.lock();
            try {
                size = elasticity.adjust(fill, System.nanoTime());
                more = countFree();
            } finally {
                lock.unlock();
            }
            if (more) {
                deliveries.workersCameFree();
            }
        } finally {
            watch();
        }
    }

    private double measured() {
        lock.lock();
        try {
            return occupancy.measure(size, System.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    private void change(int by) {
        boolean more;
        lock.lock();
        try {
            occupancy.change(by, System.nanoTime());
            more = countFree();
        } finally {
            lock.unlock();
        }
        // Without the lock, because promises to callers may be kept meanwhile.
        if (more) {
            deliveries.workersCameFree();
        }
    }

    /** Under the lock: whether there are more free workers than before. */
    private boolean countFree() {
        int before = freeWorkers;
        freeWorkers = Math.max(0, size - occupancy.busy() - 1);
        changed.signalAll();
        return freeWorkers > before;
    }

    private void wake() {
        change(0);
    }

    /** False if there will be no more work. */
    private boolean awaitFreeWorker() throws InterruptedException {
        lock.lock();
        try {
            while (occupancy.busy() >= size && !stopping) {
                changed.await();
            }
            return !stopping;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing was in hand before the time was over. */
    private boolean awaitIdle(long deadlineNanos) {
        lock.lock();
        try {
            // What follows the end of the pool may run on the dispatcher, which then would wait for itself.
            while (occupancy.busy() > 0 || (dispatcher.isAlive() && !dispatcher.equals(Thread.currentThread()))) {
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                // The dispatcher ends by itself; a look now and then is enough for that.
                long unused =
                        changed.awaitNanos(Math.min(left, Duration.ofMillis(10).toNanos()));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void awaitConfirmations() {
        try {
            boolean unused = confirmable.tryAcquire(
                    UNCONFIRMED_LIMIT, connection.options().callTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "WorkerPool[" + deliveries + ", " + size() + " workers, " + inHand.size() + " at work]";
    }
}
