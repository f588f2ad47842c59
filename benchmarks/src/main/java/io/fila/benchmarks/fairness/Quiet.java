package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Quiet tenants that take turns to send, at a steady rate, and look at how long each message takes to its handler. */
final class Quiet implements Closing {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Broker.Sender sender;
    private final Plan plan;
    private final Dwell dwell = new Dwell();
    private final BitSet delivered = new BitSet();
    private final Thread thread = Thread.ofPlatform().name("quiet").daemon().unstarted(this::send);
    private long beginNanos;

    /**
     * What they send.
     *
     * @param tenants who take turns
     * @param ignored messages at the beginning that are not counted
     * @param counted messages that are
     */
    record Plan(int tenants, Duration interval, int ignored, int counted) {
        int messages() {
            return ignored + counted;
        }
    }

    Quiet(Broker broker, String queue, Plan plan) throws Exception {
        this.plan = plan;
        sender = broker.sender(queue, () -> {});
    }

    void start() {
        beginNanos = System.nanoTime();
        thread.start();
    }

    private long dueNanos(int index) {
        return beginNanos + index * plan.interval().toNanos();
    }

    private void send() {
        for (int index = 0; index < plan.messages(); index++) {
            // Counted from the moment it was due: one that waits for another is late, whoever is to blame.
            long dueNanos = dueNanos(index);
            rest(dueNanos);
            if (Thread.interrupted()) {
                return;
            }
            sender.send(
                    Tenant.of("quiet-" + index % plan.tenants()),
                    new Stamp(true, index, dueNanos).payload(Stamp.BYTES));
        }
    }

    private static void rest(long untilNanos) {
        long wait;
        while ((wait = untilNanos - System.nanoTime()) > 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(wait);
        }
    }

    /** Told of each of its messages that a consumer has; one that comes again is old news. */
    synchronized void handled(Stamp stamp, long nowNanos) {
        if (!delivered.get(stamp.index())) {
            delivered.set(stamp.index());
            if (stamp.index() >= plan.ignored()) {
                dwell.delivered(nowNanos - stamp.dueNanos());
            }
        }
    }

    void awaitSent() throws InterruptedException {
        thread.join();
    }

    /** Waits until everything sent is handled, or patience is at an end, and tells how long messages took. */
    Dwell finish(Duration patience) {
        long endNanos = dueNanos(plan.messages()) + patience.toNanos();
        while (!complete() && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return outcome(System.nanoTime());
    }

    private synchronized boolean complete() {
        return delivered.cardinality() == plan.messages();
    }

    private synchronized Dwell outcome(long nowNanos) {
        for (int index = delivered.nextClearBit(plan.ignored());
                index < plan.messages();
                index = delivered.nextClearBit(index + 1)) {
            dwell.undelivered(nowNanos - dueNanos(index));
        }
        return dwell;
    }

    @Override
    public void close() {
        thread.interrupt();
        sender.close();
    }
}
