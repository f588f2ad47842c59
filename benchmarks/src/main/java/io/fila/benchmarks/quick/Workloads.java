package io.fila.benchmarks.quick;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** What a contender has to do: enqueue, whole lives of messages, and a trickle whose latency is looked at. */
final class Workloads {
    private static final int PAYLOAD_BYTES = 1024;

    /** Messages that are sent and not yet confirmed. */
    private static final int OUTSTANDING = 1000;

    /** Messages that are sent and not yet acked, so that a slow consumer slows its producer down. */
    private static final int ALIVE = 5000;

    private static final long TRICKLE_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1) / 200;
    private static final long SLOWEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Contender contender;

    Workloads(Contender contender) {
        this.contender = contender;
    }

    /** W1: messages confirmed a second. */
    Throughput enqueue(Duration time) throws Exception {
        String queue = "w1";
        contender.createQueue(queue);
        Semaphore room = new Semaphore(OUTSTANDING);
        AtomicLong done = new AtomicLong();
        Stopwatch watch = new Stopwatch(contender);
        Throughput throughput;
        try (Contender.Sender sender = contender.sender(queue, count -> {
            done.addAndGet(count);
            room.release(count);
        })) {
            byte[] payload = new byte[PAYLOAD_BYTES];
            while (watch.elapsedNanos() < time.toNanos()) {
                take(room, sender);
                sender.send(payload);
            }
            throughput = watch.stop(done.get());
            drain(room, OUTSTANDING, sender);
        }
        contender.deleteQueue(queue);
        return throughput;
    }

    /** W2: messages enqueued, delivered and acked a second. */
    Throughput lives(Duration time) throws Exception {
        String queue = "w2";
        contender.createQueue(queue);
        Semaphore room = new Semaphore(OUTSTANDING);
        Semaphore alive = new Semaphore(ALIVE);
        AtomicLong done = new AtomicLong();
        Throughput throughput;
        try (Closing _ = contender.consumer(queue, payload -> {}, count -> {
                    done.addAndGet(count);
                    alive.release(count);
                });
                Contender.Sender sender = contender.sender(queue, room::release)) {
            byte[] payload = new byte[PAYLOAD_BYTES];
            Stopwatch watch = new Stopwatch(contender);
            while (watch.elapsedNanos() < time.toNanos()) {
                take(room, sender);
                take(alive, sender);
                sender.send(payload);
            }
            throughput = watch.stop(done.get());
            drain(room, OUTSTANDING, sender);
            drain(alive, ALIVE, sender);
        }
        contender.deleteQueue(queue);
        return throughput;
    }

    /** W4: how long messages are under way from a producer to a consumer that waits, at 200 a second. */
    Histogram trickle(Duration time) throws Exception {
        String queue = "w4";
        contender.createQueue(queue);
        Histogram latency = new Histogram(SLOWEST_NANOS, 3);
        long count = time.toNanos() / TRICKLE_INTERVAL_NANOS;
        Semaphore settled = new Semaphore(0);
        try (Closing _ = contender.consumer(
                        queue,
                        payload -> latency.recordValue(Math.min(
                                SLOWEST_NANOS,
                                System.nanoTime() - ByteBuffer.wrap(payload).getLong())),
                        settled::release);
                Contender.Sender sender = contender.sender(queue, confirmed -> {})) {
            long begin = System.nanoTime();
            for (long sent = 0; sent < count; sent++) {
                long moment = begin + sent * TRICKLE_INTERVAL_NANOS;
                long wait;
                while ((wait = moment - System.nanoTime()) > 0) {
                    LockSupport.parkNanos(wait);
                }
                // Counted from the moment it was due: one that waits for another is late, whoever is to blame.
                sender.send(ByteBuffer.allocate(PAYLOAD_BYTES).putLong(moment).array());
                sender.flush();
            }
            drain(settled, Math.toIntExact(count), sender);
        }
        contender.deleteQueue(queue);
        return latency;
    }

    private static void take(Semaphore permits, Contender.Sender sender) throws InterruptedException {
        if (!permits.tryAcquire()) {
            sender.flush();
            if (!permits.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw stuck();
            }
        }
    }

    private static void drain(Semaphore permits, int all, Contender.Sender sender) throws InterruptedException {
        sender.flush();
        if (!permits.tryAcquire(all, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw stuck();
        }
    }

    private static IllegalStateException stuck() {
        return new IllegalStateException("Expected the broker to go on but it has been silent for " + PATIENCE);
    }
}
