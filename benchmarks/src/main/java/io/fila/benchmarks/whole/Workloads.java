package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/** What a contender has to do: enqueue, whole lives of messages, a drain, and a trickle whose latency is looked at. */
public final class Workloads {
    public static final int PAYLOAD_BYTES = 1024;
    static final int SMALL_BYTES = 64;

    /** Messages that are sent and not yet confirmed. */
    public static final int OUTSTANDING = 1000;

    /** Messages that are sent and not yet acked, so that a slow consumer slows its producer down. */
    public static final int ALIVE = 5000;

    /** More than will ever be alive. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    static final int DRAINED = 100_000;

    /** A drain takes less than a second, so a broker that has drained nothing before is compiled while it lasts. */
    private static final int DRAINS = 5;

    private static final long TRICKLE_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1) / 200;
    private static final long SLOWEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Contender contender;
    private int queuesMade;

    public Workloads(Contender contender) {
        this.contender = contender;
    }

    /** No name is used twice: not everybody is done with a queue when its deletion is confirmed. */
    private String newQueue(String workload) throws Exception {
        String queue = workload + "-" + queuesMade++;
        contender.createQueue(queue);
        return queue;
    }

    /** W1: messages confirmed a second. */
    public Throughput enqueue(Duration time) throws Exception {
        return enqueue(time, PAYLOAD_BYTES, OUTSTANDING);
    }

    /** W1b and W1c: the same with other messages, or fewer at a time. */
    public Throughput enqueue(Duration time, int payloadBytes, int outstanding) throws Exception {
        String queue = newQueue("w1");
        Semaphore room = new Semaphore(outstanding);
        AtomicLong done = new AtomicLong();
        IntConsumer confirmed = count -> {
            done.addAndGet(count);
            room.release(count);
        };
        Throughput throughput;
        try (Contender.Sender sender =
                outstanding == 1 ? contender.promptSender(queue, confirmed) : contender.sender(queue, confirmed)) {
            Stopwatch watch = new Stopwatch(contender);
            byte[] payload = new byte[payloadBytes];
            while (watch.elapsedNanos() < time.toNanos()) {
                take(room, sender);
                sender.send(payload);
                if (outstanding == 1) {
                    sender.flush();
                }
            }
            throughput = watch.stop(done.get());
            drain(room, outstanding, sender);
        }
        contender.deleteQueue(queue);
        return throughput;
    }

    /** W2 with a bound on what is alive. */
    public Throughput lives(Duration time) throws Exception {
        return lives(time, ALIVE);
    }

    /** W2: messages enqueued, delivered and acked a second. */
    public Throughput lives(Duration time, int mostAlive) throws Exception {
        String queue = newQueue("w2");
        Throughput throughput = lives(
                time,
                mostAlive,
                settled -> contender.consumer(queue, payload -> {}, settled),
                confirmed -> contender.sender(queue, confirmed));
        contender.deleteQueue(queue);
        return throughput;
    }

    /** Opens one end of a queue that is there already. */
    interface Opening<T> {
        T open(IntConsumer count) throws Exception;
    }

    /** The same with senders and consumers of a special kind. */
    Throughput lives(Duration time, int mostAlive, Opening<Closing> consuming, Opening<Contender.Sender> sending)
            throws Exception {
        Semaphore room = new Semaphore(OUTSTANDING);
        Semaphore alive = new Semaphore(mostAlive);
        AtomicLong done = new AtomicLong();
        try (Closing _ = consuming.open(count -> {
                    done.addAndGet(count);
                    if (mostAlive != UNBOUNDED) {
                        alive.release(count);
                    }
                });
                Contender.Sender sender = sending.open(room::release)) {
            byte[] payload = new byte[PAYLOAD_BYTES];
            awaitConsumer(payload, room, alive, sender, done);
            long before = done.get();
            Stopwatch watch = new Stopwatch(contender);
            while (watch.elapsedNanos() < time.toNanos()) {
                take(room, sender);
                take(alive, sender);
                sender.send(payload);
            }
            Throughput throughput = watch.stop(done.get() - before);
            drain(room, OUTSTANDING, sender);
            if (mostAlive != UNBOUNDED) {
                drain(alive, mostAlive, sender);
            }
            return throughput;
        }
    }

    /** Sends one message and waits until one is settled: a consumer that has just come is not there yet for everybody. */
    private static void awaitConsumer(
            byte[] payload, Semaphore room, Semaphore alive, Contender.Sender sender, AtomicLong done)
            throws InterruptedException {
        take(room, sender);
        take(alive, sender);
        sender.send(payload);
        sender.flush();
        long begin = System.nanoTime();
        while (done.get() == 0) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw silent();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** W3: messages received and acked a second, of a queue that was full when its consumer came. */
    Throughput drain(int messages) throws Exception {
        String queue = newQueue("w3");
        Semaphore room = new Semaphore(OUTSTANDING);
        try (Contender.Sender sender = contender.sender(queue, room::release)) {
            fill(messages, PAYLOAD_BYTES, room, sender);
        }
        Semaphore settled = new Semaphore(0);
        Throughput throughput;
        Stopwatch watch = new Stopwatch(contender);
        try (Closing _ = contender.consumer(queue, payload -> {}, settled::release)) {
            await(settled, messages);
            throughput = watch.stop(messages);
        }
        contender.deleteQueue(queue);
        return throughput;
    }

    /** The median of several drains. */
    Throughput medianDrain(int messages) throws Exception {
        List<Throughput> drains = new ArrayList<>();
        for (int i = 0; i < DRAINS; i++) {
            drains.add(drain(messages));
        }
        drains.sort(Comparator.comparingDouble(Throughput::perSecond));
        return drains.get(DRAINS / 2);
    }

    /** Sends so many messages and waits until they are confirmed. */
    public static void fill(long messages, int payloadBytes, Semaphore room, Contender.Sender sender)
            throws InterruptedException {
        byte[] payload = new byte[payloadBytes];
        for (long sent = 0; sent < messages; sent++) {
            take(room, sender);
            sender.send(payload);
        }
        drain(room, OUTSTANDING, sender);
    }

    /** W4: how long messages are under way from a producer to a consumer that waits, at 200 a second. */
    public Histogram trickle(Duration time) throws Exception {
        String queue = newQueue("w4");
        Histogram latency = new Histogram(SLOWEST_NANOS, 3);
        int count = Math.toIntExact(time.toNanos() / TRICKLE_INTERVAL_NANOS);
        Semaphore settled = new Semaphore(0);
        try (Closing _ = contender.consumer(
                        queue,
                        payload -> latency.recordValue(Math.clamp(
                                System.nanoTime() - ByteBuffer.wrap(payload).getLong(), 0, SLOWEST_NANOS)),
                        settled::release);
                Contender.Sender sender = contender.promptSender(queue, confirmed -> {})) {
            // A consumer that has just come is not there yet for everybody.
            sender.send(ByteBuffer.allocate(PAYLOAD_BYTES)
                    .putLong(System.nanoTime())
                    .array());
            drain(settled, 1, sender);
            latency.reset();
            long begin = System.nanoTime();
            for (int sent = 0; sent < count; sent++) {
                long moment = begin + sent * TRICKLE_INTERVAL_NANOS;
                long wait;
                while ((wait = moment - System.nanoTime()) > 0) {
                    LockSupport.parkNanos(wait);
                }
                // Counted from the moment it was due: one that waits for another is late, whoever is to blame.
                sender.send(ByteBuffer.allocate(PAYLOAD_BYTES).putLong(moment).array());
                sender.flush();
            }
            drain(settled, count, sender);
        }
        contender.deleteQueue(queue);
        return latency;
    }

    private static void take(Semaphore permits, Contender.Sender sender) throws InterruptedException {
        if (!permits.tryAcquire()) {
            sender.flush();
            await(permits, 1);
        }
    }

    private static void drain(Semaphore permits, int all, Contender.Sender sender) throws InterruptedException {
        sender.flush();
        await(permits, all);
    }

    private static void await(Semaphore permits, int count) throws InterruptedException {
        if (!permits.tryAcquire(count, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw silent();
        }
    }

    private static IllegalStateException silent() {
        return new IllegalStateException("Expected the broker to go on but it has been silent for " + PATIENCE);
    }
}
