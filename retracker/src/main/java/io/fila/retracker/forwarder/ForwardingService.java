package io.fila.retracker.forwarder;

import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Producer;
import io.fila.client.ProducerOptions;
import io.fila.client.RetryAfter;
import io.fila.client.WorkerOptions;
import io.fila.client.WorkerPool;
import io.fila.retracker.config.ForwarderConfig;
import io.fila.retracker.config.ForwardingConfig;
import io.fila.retracker.config.RetrackerConfig;
import io.fila.retracker.forwarder.JobQueue.Lane;
import io.fila.retracker.outbound.Forwarder;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.MalformedException;
import io.fila.retracker.tracker.Announcements;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forwarding on a broker, from start to stop: queues, workers and their state. */
public final class ForwardingService implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ForwardingService.class);

    /** Jobs that the broker has not confirmed; beyond that, clients are told to come back. */
    private static final int UNCONFIRMED = 20_000;

    private static final long UNCONFIRMED_BYTES = 64L << 20;

    private static final Duration STOP_GRACE = Duration.ofSeconds(1);

    private final ForwardingConfig config;
    private final LongSupplier clock;
    private final Members members;
    private final JobsNotMade notMade = new JobsNotMade();
    private final JobRun run;
    private final Backlog backlog;
    private final QueueWatch watch;
    private final Producer producer;
    private final Forwarding forwarding;
    private final Workers workers;
    private final WorkerPool normal;
    private final WorkerPool urgent;

    private ForwardingService(
            RetrackerConfig whole,
            Swarms swarms,
            FilaClient fila,
            OwnAddresses own,
            Function<ForwarderConfig, Forwarder> asking,
            RandomGenerator random,
            LongSupplier clock) {
        this.config = whole.forwarding();
        this.clock = clock;
        JobQueues.prepare(fila.admin(), config);
        if (config.broker().isEmpty()) {
            AbandonedJobs.putBack(fila);
        }
        members = new Members(config, asking, new ConfiguredDisablings(fila.admin()));
        Departures departures = new Departures();
        ScheduledTwins twins = new ScheduledTwins(JobQueues.mostScheduled(config));
        run = new JobRun(
                members, swarms, own, departures, twins, notMade, whole.announceInterval(), whole.retryPeriod());
        backlog = new Backlog(config.queueSize());
        watch = new QueueWatch(fila.admin(), backlog, () -> members.underWay(Lane.NORMAL));
        long startMillis = clock.getAsLong();
        watch.forEachScheduled((job, delay) -> twins.claim(job, startMillis + delay.toMillis(), startMillis));
        producer = fila.producer(ProducerOptions.DEFAULT
                .withMaxOutstanding(UNCONFIRMED, UNCONFIRMED_BYTES)
                .withWhenFull(ProducerOptions.WhenFull.REFUSE));
        forwarding = new Forwarding(
                config,
                members,
                swarms,
                new BrokerJobQueue(fila, producer, backlog),
                departures,
                twins,
                notMade,
                whole.retryPeriod(),
                random,
                startMillis);
        watch.start();
        workers = new Workers(
                config.workers(),
                config.maxWorkers(),
                new WorkerSignal(config.scaleThresholdPercent()),
                backlog::fillPercent);
        workers.start();
        normal = consume(fila, Lane.NORMAL);
        urgent = consume(fila, Lane.URGENT);
    }

    private WorkerPool consume(FilaClient fila, Lane lane) {
        WorkerOptions all = WorkerOptions.of(JobQueues.mostUnderWay(config)).withStopGrace(STOP_GRACE);
        return fila.consume(JobQueues.name(lane), all, delivery -> handle(delivery, lane));
    }

    /**
     * Starts forwarding.
     *
     * @param asking how a forwarder is asked
     * @param random what forwarders are shuffled with; it can be used by many threads
     * @param clock the time in milliseconds
     */
    public static ForwardingService start(
            RetrackerConfig config,
            Swarms swarms,
            FilaClient fila,
            OwnAddresses own,
            Function<ForwarderConfig, Forwarder> asking,
            RandomGenerator random,
            LongSupplier clock) {
        return new ForwardingService(config, swarms, fila, own, asking, random, clock);
    }

    public Announcements announcements() {
        return forwarding;
    }

    /** Enables a forwarder that was disabled or is suspended; false if none has that name. */
    public CompletableFuture<Boolean> enable(String forwarder) {
        return elsewhere(() -> members.enable(forwarder));
    }

    /** Disables a forwarder until it is enabled; false if none has that name. */
    public CompletableFuture<Boolean> disable(String forwarder) {
        return elsewhere(() -> members.disable(forwarder));
    }

    /** Suspends a forwarder for this long; false if none has that name. */
    public boolean suspend(String forwarder, Duration time) {
        return members.suspend(forwarder, time, clock.getAsLong());
    }

    /** Tells the broker without waiting. */
    private static CompletableFuture<Boolean> elsewhere(Supplier<Boolean> change) {
        return CompletableFuture.supplyAsync(change, task -> Thread.ofVirtual().start(task));
    }

    /** Looks at the queue now. */
    void look() {
        watch.look();
    }

    private void handle(Delivery delivery, Lane lane) throws InterruptedException {
        AnnounceJob job;
        try {
            job = AnnounceJob.decode(delivery.payload().toByteArray());
        } catch (MalformedException foreign) {
            log.warn("A message that is no job is taken away: {}", foreign.getMessage());
            return;
        }
        if (run(job, lane) instanceof Settlement.Again(Duration delay)) {
            throw new RetryAfter("It is to be tried again.", delay);
        }
    }

    private Settlement run(AnnounceJob job, Lane lane) throws InterruptedException {
        Member member = members.named(job.forwarder());
        if (member == null) {
            return Settlement.DONE;
        }
        Exchanges there = member.exchanges();
        try (Workers.Stint _ = lane == Lane.NORMAL ? workers.begin(there) : workers.without()) {
            there.begin(lane);
            try {
                return run.run(job, clock::getAsLong);
            } finally {
                there.end(lane);
            }
        }
    }

    public ForwardingStats stats(long nowMillis) {
        return new ForwardingStats(
                backlog.depth(),
                config.queueSize(),
                workers.size(),
                config.maxWorkers(),
                watch.pending(),
                watch.scheduledCount(),
                notMade.droppedFull(),
                forwarding.rateLimited(),
                notMade.byReason(),
                watch.scheduled(),
                members.stats(backlog::waiting, nowMillis));
    }

    /** Ends the workers; jobs in hand go back to their queue. */
    @Override
    public void close() {
        normal.close();
        urgent.close();
        workers.close();
        watch.close();
        producer.close();
    }
}
