package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Quiet tenants that take turns to send, at a steady rate, and remember when each message came to its handler. */
final class Quiet implements Closing {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long NOT_YET = Long.MAX_VALUE;

    private final Broker.Sender sender;
    private final Plan plan;
    private final long[] handledNanos;
    private final Thread thread = Thread.ofPlatform().name("quiet").daemon().unstarted(this::send);
    private int missing;
    private long beginNanos;

    /**
     * What they send.
     *
     * @param tenants who take turns
     * @param interval between two messages, of whichever tenant
     * @param ignored messages at the beginning that do not count
     */
    record Plan(int tenants, Duration interval, int ignored, int messages) {}

    Quiet(Broker broker, String queue, Plan plan) throws Exception {
        this.plan = plan;
        handledNanos = new long[plan.messages()];
        Arrays.fill(handledNanos, NOT_YET);
        missing = plan.messages();
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
            Pause.until(dueNanos);
            if (Thread.interrupted()) {
                return;
            }
            sender.send(
                    Tenant.of("quiet-" + index % plan.tenants()),
                    new Stamp(true, index, dueNanos).payload(Stamp.BYTES));
        }
    }

    /** Told of each of its messages that a consumer has; one that comes again is old news. */
    synchronized void handled(int index, long nowNanos) {
        if (handledNanos[index] == NOT_YET) {
            handledNanos[index] = nowNanos;
            missing--;
        }
    }

    void awaitSent() throws InterruptedException {
        thread.join();
    }

    /** Waits until everything is handled, or patience is at an end, and tells how long the messages that count took. */
    Dwell finish(Duration patience) {
        long endNanos = System.nanoTime() + patience.toNanos();
        while (missing() > 0 && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return dwell(dueNanos(plan.ignored()), dueNanos(plan.messages()), System.nanoTime());
    }

    private synchronized int missing() {
        return missing;
    }

    /** How long messages took that were due in a span of time, as it was known at a moment. */
    synchronized Dwell dwell(long fromNanos, long untilNanos, long nowNanos) {
        Dwell dwell = new Dwell();
        for (int index = 0; index < handledNanos.length; index++) {
            long dueNanos = dueNanos(index);
            if (dueNanos < fromNanos || dueNanos >= untilNanos) {
                continue;
            }
            if (handledNanos[index] <= nowNanos) {
                dwell.delivered(handledNanos[index] - dueNanos);
            } else {
                dwell.undelivered(nowNanos - dueNanos);
            }
        }
        return dwell;
    }

    /** When the first message came that was due at a moment or later. */
    synchronized long firstHandledNanos(long dueFromNanos) {
        long first = NOT_YET;
        for (int index = 0; index < handledNanos.length; index++) {
            if (dueNanos(index) >= dueFromNanos) {
                first = Math.min(first, handledNanos[index]);
            }
        }
        return first;
    }

    @Override
    public void close() {
        thread.interrupt();
        sender.close();
    }
}
