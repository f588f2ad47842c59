package io.fila.benchmarks.storage;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.BucketChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.throttle.Rate;
import io.fila.core.throttle.TokenBucket;
import io.fila.storage.Durability;
import io.fila.storage.RocksStore;
import io.fila.storage.StorageSettings;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A program that measures what durable leases and buckets cost the store: whole lives of 1 KB messages a second, with them
 * on disk and without, in both durabilities and several batch sizes. The turns are pipelined as under load: each accepts a batch,
 * hands the batch before to consumers and takes the acks of the one before that.
 */
public final class LeaseCost {
    private static final int BODY_BYTES = 1024;
    private static final int[] BATCHES = {1, 10, 100, 1000};
    private static final QueueId QUEUE = new QueueId(1);
    private static final Rate LIMIT = new Rate(1000, 1000);
    private static final Scheduling TENANT = new Scheduling("tenant", 1, List.of());

    private final Body body = new Body(new byte[BODY_BYTES]);
    private final Duration time;
    private final Path parent;

    /** What is written between accepting a message and its ack. */
    private enum Shape {
        /** Nothing: the message stays in line until its ack, and a crash hands it out again at once. */
        NO_LEASE,
        /** The message leaves the line for a lease, which the ack ends. */
        LEASE_FROM_BACKLOG,
        /** A consumer was waiting: the message goes straight to its lease and was never in line. */
        LEASE_AT_ONCE,
        /** As before, and every message takes a token from the same bucket, which is written once a turn. */
        LEASE_AND_ONE_BUCKET,
        /** As before, and every message takes a token from a bucket of its own. */
        LEASE_AND_BUCKET_EACH;

        int buckets(int batch) {
            return switch (this) {
                case NO_LEASE, LEASE_FROM_BACKLOG, LEASE_AT_ONCE -> 0;
                case LEASE_AND_ONE_BUCKET -> 1;
                case LEASE_AND_BUCKET_EACH -> batch;
            };
        }
    }

    private LeaseCost(Duration time, Path parent) {
        this.time = time;
        this.parent = parent;
    }

    /** Arguments: seconds for each measurement, rounds, and optionally the directory to write to. */
    public static void run(String[] args) throws IOException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        Path parent = args.length > 2 ? Files.createDirectories(Path.of(args[2])) : Files.createTempDirectory("fila");
        LeaseCost cost = new LeaseCost(Duration.ofSeconds(seconds), parent);
        for (int round = 0; round < rounds; round++) {
            for (Durability durability : Durability.values()) {
                for (int batch : BATCHES) {
                    for (Shape shape : Shape.values()) {
                        System.out.printf(
                                Locale.ROOT,
                                "round %d  %-5s  batch %4d  %-21s  %s%n",
                                round,
                                durability,
                                batch,
                                shape,
                                cost.measure(shape, durability, batch));
                    }
                }
            }
        }
    }

    /** Lives a second, and the processor time of one with RocksDB's background work: the steadier of the two figures. */
    private String measure(Shape shape, Durability durability, int batch) throws IOException {
        Path directory = Files.createTempDirectory(parent, "lease-cost");
        try (RocksStore store = RocksStore.open(
                directory, StorageSettings.defaults().with(durability), report -> System.err.println(report))) {
            store.commit(List.of(new QueueCreated(QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false)));
            long turn = 0;
            long processorStart = processorNanos();
            long start = System.nanoTime();
            long elapsed;
            do {
                store.commit(turn(shape, turn++, batch));
                elapsed = System.nanoTime() - start;
            } while (elapsed < time.toNanos());
            long lives = turn * batch;
            return String.format(
                    Locale.ROOT,
                    "%,9d lives/s  %6.2f µs of processor a life",
                    lives * Duration.ofSeconds(1).toNanos() / elapsed,
                    (processorNanos() - processorStart) / 1e3 / lives);
        } finally {
            delete(directory);
        }
    }

    private static long processorNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }

    private List<Record> turn(Shape shape, long turn, int batch) {
        List<Record> records = new ArrayList<>();
        for (int i = 0; i < batch; i++) {
            long fresh = turn * batch + i;
            switch (shape) {
                case NO_LEASE -> {
                    records.add(move(fresh, Place.NOWHERE, ready(fresh)));
                    add(records, fresh - 2L * batch, message -> move(message, ready(message), Place.NOWHERE));
                }
                case LEASE_FROM_BACKLOG -> {
                    records.add(move(fresh, Place.NOWHERE, ready(fresh)));
                    add(records, fresh - batch, message -> move(message, ready(message), lease(message)));
                    add(records, fresh - 2L * batch, message -> move(message, lease(message), Place.NOWHERE));
                }
                case LEASE_AT_ONCE, LEASE_AND_ONE_BUCKET, LEASE_AND_BUCKET_EACH -> {
                    records.add(move(fresh, Place.NOWHERE, lease(fresh)));
                    add(records, fresh - 2L * batch, message -> move(message, lease(message), Place.NOWHERE));
                }
            }
        }
        for (int i = 0; i < shape.buckets(batch); i++) {
            records.add(new BucketChanged("tenant:" + i, LIMIT, new TokenBucket.Level(turn, i, turn), 0));
        }
        records.add(new LaneChanged(QUEUE, TENANT.fairnessKey(), "", 1, batch, (turn + 1) * batch));
        return records;
    }

    private interface Step {
        Record of(long message);
    }

    private static void add(List<Record> records, long message, Step step) {
        if (message >= 0) {
            records.add(step.of(message));
        }
    }

    private Record move(long message, Place from, Place to) {
        Envelope envelope = new Envelope(new MessageId(message, message * 0x9E3779B97F4A7C15L), TENANT, message);
        return new MessageMoved(envelope, 0, from.equals(Place.NOWHERE) ? body : null, from, to);
    }

    private static Place ready(long message) {
        return new Place.Ready(QUEUE, TENANT.fairnessKey(), "", message);
    }

    private static Place lease(long message) {
        return new Place.Leased(QUEUE, message, message);
    }

    private static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
