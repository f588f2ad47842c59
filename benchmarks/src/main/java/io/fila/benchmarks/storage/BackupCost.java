package io.fila.benchmarks.storage;

import io.fila.benchmarks.contender.ChildProcess;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.client.ClientOptions;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.WorkerOptions;
import io.fila.client.WorkerPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * What backups cost a broker at work: a queue with a backlog is produced to and consumed from as fast as that goes, in turns
 * without backups and with one begun every so often. Arguments: {@code [ROUNDS [SECONDS [BACKLOG [EVERY_SECONDS]]]]}.
 */
public final class BackupCost {
    private static final String QUEUE = "orders";
    private static final int PAYLOAD_BYTES = 1_000;
    private static final int UNCONFIRMED = 2_000;
    private static final int WARM_UP_SECONDS = 10;
    private static final int WORKERS = 64;

    private final Path backups;
    private final FilaClient client;
    private final LongAdder done = new LongAdder();
    private final List<Double> backupSeconds = new ArrayList<>();

    private BackupCost(Path backups, FilaClient client) {
        this.backups = backups;
        this.client = client;
    }

    public static void run(String[] args) throws IOException, InterruptedException {
        int rounds = number(args, 0, 5);
        int seconds = number(args, 1, 10);
        int backlog = number(args, 2, 200_000);
        int every = number(args, 3, 5);
        Path directory = Path.of("target", "bench").toAbsolutePath();
        FilaProcess broker = FilaProcess.start(FilaProcess.launcher(), directory, "group");
        Path backups = Files.createTempDirectory(directory, "backups-");
        try (FilaClient client = FilaClient.connect(ClientOptions.of(broker.address()))) {
            new BackupCost(backups, client).measure(rounds, seconds, backlog, every);
        } finally {
            broker.close();
            ChildProcess.remove(backups);
        }
    }

    private static int number(String[] args, int index, int otherwise) {
        return args.length > index ? Integer.parseInt(args[index]) : otherwise;
    }

    private void measure(int rounds, int seconds, int backlog, int every) throws IOException, InterruptedException {
        client.admin().createQueue(QUEUE);
        AtomicBoolean enough = new AtomicBoolean();
        double[] without = new double[rounds];
        double[] with = new double[rounds];
        try (Producer producer = client.producer()) {
            produce(producer, backlog, new AtomicBoolean());
            Thread load = Thread.ofPlatform().start(() -> produce(producer, Long.MAX_VALUE, enough));
            try (WorkerPool _ = client.consume(QUEUE, WorkerOptions.of(WORKERS), delivery -> done.increment())) {
                TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
                for (int round = 0; round < rounds; round++) {
                    without[round] = rate(seconds, seconds + 1);
                    with[round] = rate(seconds, every);
                }
                enough.set(true);
                load.join();
            }
        }
        report(without, with);
    }

    private static void produce(Producer producer, long count, AtomicBoolean enough) {
        Semaphore room = new Semaphore(UNCONFIRMED);
        Outgoing message = Outgoing.of(new byte[PAYLOAD_BYTES]);
        for (long sent = 0; sent < count && !enough.get(); sent++) {
            room.acquireUninterruptibly();
            var _ = producer.sendAsync(QUEUE, message).whenComplete((receipt, failure) -> room.release());
        }
        room.acquireUninterruptibly(UNCONFIRMED);
    }

    /** Messages consumed a second, with a backup begun every so often while there is time. */
    private double rate(int seconds, int every) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long end = begin + Duration.ofSeconds(seconds).toNanos();
        long before = done.sum();
        for (int backup = 0; every <= seconds && backup * every < seconds; backup++) {
            sleepUntil(begin + Duration.ofSeconds((long) backup * every).toNanos());
            long began = System.nanoTime();
            Path made = backups.resolve("backup");
            var _ = client.admin().backup(made.toString());
            backupSeconds.add((System.nanoTime() - began) / 1e9);
            ChildProcess.remove(made);
        }
        sleepUntil(end);
        return (done.sum() - before) / ((System.nanoTime() - begin) / 1e9);
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }

    private void report(double[] without, double[] with) {
        System.out.println("| messages consumed a second | without backups | with |");
        System.out.println("|---|---|---|");
        for (int round = 0; round < without.length; round++) {
            System.out.printf(Locale.ROOT, "| round %d | %,.0f | %,.0f |%n", round + 1, without[round], with[round]);
        }
        System.out.printf(
                Locale.ROOT,
                "| median | %,.0f | %,.0f (%+.1f %%) |%n%d backups, %.2f s each in the median%n",
                median(without),
                median(with),
                100 * (median(with) / median(without) - 1),
                backupSeconds.size(),
                median(backupSeconds.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
