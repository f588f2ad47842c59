package io.fila.storage;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.NackReason;
import io.fila.core.journal.Archive;
import io.fila.core.journal.Effect;
import io.fila.core.journal.Journal;
import io.fila.core.message.Body;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Backoff;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueName;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.throttle.Rate;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A broker living through random commands on a journal: what a seed does once it does always. */
final class RandomLife {
    private static final List<String> QUEUES = List.of("orders", "mail", "日本");
    private static final List<String> KEYS = List.of("a", "b", "tenant-with-a-longer-name", "é", "");
    private static final int WINDOW = 3;
    private static final int HEADS = 60;

    /** Some are kept in memory until they are applied, others only in the log. */
    private static final int LARGEST_BODY = 900;

    private final Random random;
    private final BrokerSettings settings = new BrokerSettings(2, 1, smallLimits());
    private final List<Command> waiting = new ArrayList<>();
    private final List<Delivery> held = new ArrayList<>();
    private final Journal journal;
    private Archive archive;
    private Broker broker;
    private long nowNanos = Duration.ofDays(20_000).toNanos();
    private long nextId = 1;
    private long nextConsumer = 1;

    RandomLife(long seed, Journal journal, Archive archive) {
        this.random = new Random(seed);
        this.journal = journal;
        this.archive = archive;
        this.broker = Broker.recover(settings, journal, nowNanos);
    }

    private static Limits smallLimits() {
        return Limits.defaults()
                .but()
                .windowPerLane(WINDOW)
                .headsInMemory(HEADS)
                .bodyBytesInMemory(LARGEST_BODY)
                .limits();
    }

    /** One turn of a few random commands, and what came back from effects of the turn before. */
    void step() {
        nowNanos += random.nextLong(Duration.ofMillis(800).toNanos());
        for (int more = random.nextInt(8); more > 0; more--) {
            waiting.add(command());
        }
        Turn turn = broker.turn(nowNanos, new ArrayList<>(waiting));
        waiting.clear();
        if (!turn.records().isEmpty()) {
            Commit.of(journal, turn.records());
        }
        turn.release();
        turn.effects().forEach(this::run);
    }

    private void run(Effect effect) {
        switch (effect) {
            case Effect.LoadPage load ->
                waiting.add(new Command.PageLoaded(
                        load.queue(),
                        load.fairnessKey(),
                        load.lane(),
                        load.ticket(),
                        archive.page(
                                load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit())));
            case Effect.LoadSchedule load ->
                waiting.add(new Command.ScheduleLoaded(
                        load.queue(), load.ticket(), archive.schedule(load.queue(), load.after(), load.limit())));
            case Effect.AskOnFailure ask ->
                waiting.add(
                        new Command.FailureDecided(ask.queueId(), ask.queue(), ask.failure(), decision(), ask.reply()));
            case Effect.AskOnEnqueue ask -> throw new IllegalStateException("No queue here asks on_enqueue: " + ask);
            case Effect.Report report -> {}
        }
    }

    private FailureDecision decision() {
        return switch (random.nextInt(3)) {
            case 0 -> FailureDecision.RETRY_AT_ONCE;
            case 1 -> new FailureDecision.Retry(Duration.ofMillis(random.nextLong(5000)));
            default -> new FailureDecision.Bury();
        };
    }

    /** Goes on with a broker that knows only what the journal knows. */
    void restart(Archive reopened) {
        archive = reopened;
        waiting.clear();
        broker = Broker.recover(settings, journal, nowNanos);
    }

    Snapshot snapshot() {
        return broker.snapshot();
    }

    private Command command() {
        QueueName queue = new QueueName(pick(QUEUES));
        int dice = random.nextInt(100);
        if (random.nextInt(12) == 0) {
            return operation(queue);
        } else if (dice < 45) {
            return new Command.Enqueue(queue, new MessageId(7, nextId++), scheduling(), options(), body(), ignored());
        } else if (dice < 52) {
            return new Command.CreateQueue(queue, config(), ignored());
        } else if (dice < 54) {
            String rate = random.nextInt(4) == 0 ? "" : random.nextInt(1, 50) / 10.0 + ",3";
            return new Command.SetConfig("throttle.provider:x", rate, ignored());
        } else if (dice < 55) {
            return new Command.SetConfig("flag:" + random.nextInt(3), random.nextInt(3) == 0 ? "" : "é", ignored());
        } else if (dice < 56) {
            return new Command.Redrive(queue.deadLetter(), 1 + random.nextInt(4), ignored());
        } else if (dice < 57) {
            return new Command.DeleteQueue(queue, ignored());
        } else if (dice < 65 || held.isEmpty()) {
            return new Command.Attach(
                    queue, new ConsumerId(nextConsumer++), new Holder(), true, 1 + random.nextInt(5), ignored());
        }
        Delivery delivery = held.remove(random.nextInt(held.size()));
        MessageId id = delivery.envelope().id();
        if (dice < 75) {
            return new Command.Nack(delivery.queue(), id, "no", ignored());
        } else if (dice < 80) {
            NackReason reason = new NackReason("later", random.nextLong(5_000_000_000L), "provider:x");
            return new Command.Nack(delivery.queue(), id, delivery.leaseId(), reason, ignored());
        } else if (dice < 83) {
            held.add(delivery);
            return new Command.Extend(delivery.queue(), id, delivery.leaseId(), random.nextLong(9), ignored());
        }
        return new Command.Ack(delivery.queue(), id, ignored());
    }

    private Command operation(QueueName queue) {
        return switch (random.nextInt(6)) {
            case 0 -> {
                QueueConfig config = config();
                yield new Command.UpdateQueue(queue, before -> config, ignored());
            }
            case 1 ->
                new Command.Pause(queue, random.nextBoolean() ? pick(KEYS) : "", random.nextInt(3) == 0, ignored());
            case 2 -> new Command.SetWeight(queue, pick(KEYS), 1 + random.nextInt(9), ignored());
            case 3 -> new Command.Purge(queue, pick(KEYS), nowNanos - 1_000_000_000L, random.nextInt(1, 5), ignored());
            case 4 ->
                random.nextInt(5) > 0
                        ? new Command.Pause(queue, "", false, ignored())
                        : new Command.Purge(queue, "", Long.MAX_VALUE, random.nextInt(1, 9), ignored());
            default ->
                new Command.Move(
                        queue, new MessageId(7, random.nextLong(nextId)), new QueueName(pick(QUEUES)), ignored());
        };
    }

    private EnqueueOptions options() {
        long delayNanos = random.nextInt(6) == 0 ? random.nextLong(3_000_000_000L) : 0;
        long ttlNanos = random.nextInt(6) == 0 ? random.nextLong(9_000_000_000L) : 0;
        String dedupKey = random.nextInt(4) == 0 ? "dedup" + random.nextInt(5) : "";
        return new EnqueueOptions(delayNanos, 0, ttlNanos, dedupKey);
    }

    private QueueConfig config() {
        Duration timeout = Duration.ofSeconds(1 + random.nextInt(3));
        return new QueueConfig(
                        timeout,
                        "",
                        random.nextBoolean() ? "decides" : "",
                        random.nextInt(5),
                        pick(List.of(ScriptFallback.values())),
                        Duration.ofMillis(7),
                        99_999)
                .with(capacity())
                .with(new Lifetimes(
                        random.nextInt(3) == 0 ? Duration.ofSeconds(20) : Duration.ZERO,
                        random.nextInt(3) == 0 ? Duration.ofSeconds(5) : Duration.ZERO))
                .with(new DeliveryPolicy(
                        random.nextInt(3) == 0 ? 4 : 0,
                        random.nextInt(3) == 0 ? 2 : 0,
                        random.nextInt(4),
                        random.nextInt(3) - 1))
                .with(pick(List.of(Backoff.NONE, Backoff.DEFAULT)));
    }

    private Capacity capacity() {
        Capacity.Overflow overflow = pick(List.of(Capacity.Overflow.values()));
        Capacity.Admission admission = random.nextBoolean() ? new Capacity.Admission(50, new Rate(2, 2)) : null;
        return random.nextBoolean() ? Capacity.UNLIMITED : new Capacity(20, overflow, admission);
    }

    private Scheduling scheduling() {
        List<String> throttleKeys = random.nextInt(4) == 0 ? List.of("provider:x", "region:é") : List.of();
        return new Scheduling(
                pick(KEYS), 1 + random.nextInt(5), throttleKeys, pick(List.of(Scheduling.Fallback.values())));
    }

    private Body body() {
        byte[] bytes = new byte[random.nextInt(LARGEST_BODY)];
        random.nextBytes(bytes);
        return new Body(bytes);
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static <T> Reply<T> ignored() {
        return new Reply<>() {
            @Override
            public void accept(T value) {}

            @Override
            public void refuse(Refusal refusal) {}
        };
    }

    /** A consumer that keeps what it gets until the dice say ack or nack. */
    private final class Holder implements DeliverySink {
        @Override
        public void deliver(Delivery delivery) {
            held.add(delivery);
        }

        @Override
        public void flush() {}

        @Override
        public void end(Refusal why) {}
    }
}
