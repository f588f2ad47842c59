package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;
import java.util.function.LongFunction;

/** W8: what lives of messages cost when there are more keys, throttled keys, messages, queues or consumers. */
final class Growth {
    private static final String QUEUE = "growth";

    private final FilaJavaClient fila;
    private final Duration time;
    private final boolean thorough;
    private final Workloads workloads;
    private final List<GrowthPoint> points = new ArrayList<>();

    /** @param thorough false to leave the largest sizes out */
    Growth(FilaJavaClient fila, Duration time, boolean thorough) {
        this.fila = fila;
        this.time = time;
        this.thorough = thorough;
        this.workloads = new Workloads(fila);
    }

    List<GrowthPoint> measure() throws Exception {
        for (int keys : thorough ? new int[] {10, 1_000, 100_000, 1_000_000} : new int[] {10, 100_000}) {
            keys(keys);
        }
        for (int consumers : thorough ? new int[] {1, 10, 100, 1_000} : new int[] {10, 100}) {
            consumers(consumers);
        }
        for (int throttled : thorough ? new int[] {0, 1_000, 100_000} : new int[] {0, 1_000}) {
            throttled(throttled);
        }
        for (int queues : thorough ? new int[] {1, 1_000, 10_000} : new int[] {1, 1_000}) {
            queues(queues);
        }
        for (int backlog : thorough ? new int[] {0, 1_000_000, 10_000_000} : new int[] {0, 200_000}) {
            backlog(backlog);
        }
        return points;
    }

    private void keys(int keys) throws Exception {
        fila.createQueue(QUEUE);
        Outgoing message = Outgoing.of(new byte[Workloads.PAYLOAD_BYTES]);
        add("keys", keys, lives(Workloads.ALIVE, sent -> message.withFairnessKey("k" + sent % keys)));
        fila.deleteQueue(QUEUE);
    }

    private void consumers(int consumers) throws Exception {
        fila.createQueue(QUEUE);
        Outgoing message = Outgoing.of(new byte[Workloads.PAYLOAD_BYTES]);
        // Frames are smaller the more consumers there are, and client and broker are compiled anew for that.
        for (String axis : List.of("consumers, in their first seconds", "consumers")) {
            Throughput lives = workloads.lives(
                    time,
                    Workloads.ALIVE,
                    settled -> consumers(consumers, settled),
                    confirmed -> fila.sender(QUEUE, confirmed, sent -> message));
            add(axis, consumers, lives);
        }
        fila.deleteQueue(QUEUE);
    }

    private Closing consumers(int count, IntConsumer settled) {
        List<Closing> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(fila.consumer(QUEUE, payload -> {}, settled));
        }
        return () -> all.forEach(Closing::close);
    }

    /** Keys whose only token is gone wait, each with a message, beside one that is free. */
    private void throttled(int keys) throws Exception {
        fila.createQueue(QUEUE);
        AtOnce.run(keys, key -> fila.client().admin().setConfig(bucket(key), "0.0001,1"));
        Outgoing small = Outgoing.of(new byte[Workloads.SMALL_BYTES]);
        // The first message of a key takes its token, the second waits.
        fill(2L * keys, sent -> small.withFairnessKey("t" + sent % keys).withThrottleKey("slow:" + sent % keys));
        Outgoing message = Outgoing.of(new byte[Workloads.PAYLOAD_BYTES]).withFairnessKey("free");
        if (keys > 0) {
            Semaphore settled = new Semaphore(0);
            try (Closing _ = fila.consumer(QUEUE, payload -> {}, settled::release)) {
                settled.acquire(keys);
            }
        }
        add("throttled keys", keys, lives(Workloads.ALIVE, sent -> message));
        fila.deleteQueue(QUEUE);
        // Buckets and their levels stay when their queue is deleted, and two sizes are more settings than there may be.
        AtOnce.run(keys, key -> fila.client().admin().setConfig(bucket(key), ""));
    }

    private static String bucket(int key) {
        return "throttle.slow:" + key;
    }

    /** Queues with a message each, beside one that is busy. */
    private void queues(int queues) throws Exception {
        fila.createQueue(QUEUE);
        AtOnce.run(queues - 1, number -> fila.createQueue("idle-" + number));
        Outgoing small = Outgoing.of(new byte[Workloads.SMALL_BYTES]);
        try (Producer producer = fila.client().producer()) {
            AtOnce.run(
                    queues - 1,
                    number -> producer.sendAsync("idle-" + number, small).join());
        }
        Outgoing message = Outgoing.of(new byte[Workloads.PAYLOAD_BYTES]);
        add("queues", queues, lives(Workloads.ALIVE, sent -> message));
        fila.deleteQueue(QUEUE);
        AtOnce.run(queues - 1, number -> fila.deleteQueue("idle-" + number));
    }

    /** A consumer that is so far behind; one key, so that the oldest comes first. */
    private void backlog(int messages) throws Exception {
        fila.createQueue(QUEUE);
        long before = fila.heapBytes();
        Outgoing small = Outgoing.of(new byte[Workloads.SMALL_BYTES]);
        fill(messages, sent -> small);
        double heapBytes = messages == 0 ? Double.NaN : (fila.heapBytes() - before) / (double) messages;
        Outgoing message = Outgoing.of(new byte[Workloads.PAYLOAD_BYTES]);
        points.add(new GrowthPoint("backlog", messages, lives(Workloads.UNBOUNDED, sent -> message), heapBytes));
        fila.deleteQueue(QUEUE);
    }

    private void fill(long messages, LongFunction<Outgoing> message) throws InterruptedException {
        Semaphore room = new Semaphore(Workloads.OUTSTANDING);
        try (Contender.Sender sender = fila.sender(QUEUE, room::release, message)) {
            Workloads.fill(messages, Workloads.SMALL_BYTES, room, sender);
        }
    }

    private Throughput lives(int mostAlive, LongFunction<Outgoing> message) throws Exception {
        return workloads.lives(
                time,
                mostAlive,
                settled -> fila.consumer(QUEUE, payload -> {}, settled),
                confirmed -> fila.sender(QUEUE, confirmed, message));
    }

    private void add(String axis, long size, Throughput lives) {
        points.add(new GrowthPoint(axis, size, lives, Double.NaN));
    }
}
