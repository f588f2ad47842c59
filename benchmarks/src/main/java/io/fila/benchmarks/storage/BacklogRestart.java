package io.fila.benchmarks.storage;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Effect;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.Clock;
import io.fila.core.turn.Turn;
import io.fila.storage.Durability;
import io.fila.storage.RocksStore;
import io.fila.storage.StorageSettings;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;

/** A program that fills a directory with a backlog, and, run again, times how soon a broker delivers from it. */
public final class BacklogRestart {
    private static final QueueName QUEUE = new QueueName("backlog");
    private static final int BATCH = 1000;
    private static final int BODY_BYTES = 100;
    private static final long REPORT_EVERY = 1_000_000;

    private final RocksStore store;
    private final Broker broker;
    private final Clock clock;
    private final Queue<Command> waiting = new ArrayDeque<>();

    private BacklogRestart(Path directory, Clock clock) {
        this.clock = clock;
        this.store = RocksStore.open(
                directory, StorageSettings.defaults().with(Durability.OS), report -> System.err.println(report));
        this.broker = Broker.recover(BrokerSettings.defaults(), store, clock.nowNanos());
    }

    /** Arguments: {@code fill DIRECTORY MESSAGES KEYS} or {@code open DIRECTORY} or {@code drain DIRECTORY MESSAGES}. */
    public static void run(String[] args) {
        Path directory = Path.of(args[1]);
        long start = System.nanoTime();
        BacklogRestart run = new BacklogRestart(directory, Clock.system());
        switch (args[0]) {
            case "fill" -> run.fill(Long.parseLong(args[2]), Integer.parseInt(args[3]));
            case "open" -> run.deliver(start);
            case "drain" -> run.drain(Long.parseLong(args[2]));
            default -> throw new IllegalArgumentException("Expected fill, open or drain but got " + args[0] + ".");
        }
        run.store.close();
    }

    private void fill(long messages, int keys) {
        turns(new Command.CreateQueue(QUEUE, QueueConfig.DEFAULT, new Ignored<>()));
        long start = System.nanoTime();
        for (long sent = 0; sent < messages; ) {
            List<Command> batch = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH && sent < messages; i++, sent++) {
                Scheduling tenant = new Scheduling("tenant" + sent % keys, 1, List.of());
                MessageId id = new MessageId(0x0190_0000_0000_7000L + (sent << 16), sent * 0x9E3779B97F4A7C15L);
                batch.add(new Command.Enqueue(QUEUE, id, tenant, new Body(new byte[BODY_BYTES]), new Ignored<>()));
            }
            turns(batch.toArray(Command[]::new));
            if (sent % REPORT_EVERY == 0) {
                System.out.printf(Locale.ROOT, "%,d messages in %.1f s%n", sent, secondsSince(start));
            }
        }
    }

    private void deliver(long start) {
        System.out.printf(Locale.ROOT, "recovered after %.3f s%n", secondsSince(start));
        turns(new Command.Attach(QUEUE, new ConsumerId(1), new First(start), true, 1, new Ignored<>()));
    }

    /** Consumes from the front, so that a restart has to pass over what is gone. */
    private void drain(long messages) {
        long start = System.nanoTime();
        List<Command> acks = new ArrayList<>();
        DeliverySink acking = new Sink() {
            @Override
            public void deliver(Delivery delivery) {
                acks.add(new Command.Ack(QUEUE, delivery.envelope().id(), new Ignored<>()));
            }
        };
        ConsumerId consumer = new ConsumerId(1);
        turns(new Command.Attach(QUEUE, consumer, acking, true, BATCH, new Ignored<>()));
        for (long done = 0; done < messages; ) {
            done += acks.size();
            List<Command> batch = new ArrayList<>(acks);
            batch.add(new Command.Grant(QUEUE, consumer, acks.size()));
            acks.clear();
            turns(batch.toArray(Command[]::new));
        }
        System.out.printf(Locale.ROOT, "%,d messages acked in %.1f s%n", messages, secondsSince(start));
    }

    private void turns(Command... commands) {
        waiting.addAll(List.of(commands));
        boolean workLeft = true;
        while (workLeft || !waiting.isEmpty()) {
            Turn turn = broker.turn(clock.nowNanos(), new ArrayList<>(waiting));
            waiting.clear();
            store.commit(turn.records());
            turn.release();
            turn.effects().forEach(effect -> {
                if (effect instanceof Effect.LoadPage load) {
                    waiting.add(new Command.PageLoaded(
                            load.queue(),
                            load.fairnessKey(),
                            load.lane(),
                            load.ticket(),
                            store.page(
                                    load.queue(),
                                    load.fairnessKey(),
                                    load.lane(),
                                    load.afterPosition(),
                                    load.limit())));
                }
            });
            workLeft = turn.workLeft();
        }
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private abstract static class Sink implements DeliverySink {
        @Override
        public void flush() {}

        @Override
        public void end(Refusal why) {}
    }

    /** Reads the body of what it gets and tells how long it took since the start. */
    private final class First extends Sink {
        private final long start;

        First(long start) {
            this.start = start;
        }

        @Override
        public void deliver(Delivery delivery) {
            try {
                Body body = store.body(delivery.queueId(), delivery.envelope().id());
                System.out.printf(
                        Locale.ROOT,
                        "first message, %d bytes, after %.3f s; heap limit %d MB%n",
                        body == null ? -1 : body.size(),
                        secondsSince(start),
                        Runtime.getRuntime().maxMemory() >> 20);
            } catch (DamagedException damaged) {
                throw new IllegalStateException(damaged);
            }
        }
    }

    private static final class Ignored<T> implements Reply<T> {
        @Override
        public void accept(T value) {}

        @Override
        public void refuse(Refusal refusal) {
            throw new IllegalStateException(refusal.sentence());
        }
    }
}
