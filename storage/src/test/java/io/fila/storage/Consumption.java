package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.turn.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.ToLongFunction;

/** A broker on a store and one consumer that takes and acks everything it is given, as the edges would do it. */
final class Consumption {
    private static final int MANY = 1_000_000;

    /** More than there is any reason for: a broker that goes on and on waits for something that never comes. */
    private static final int MOST_TURNS = 10_000;

    private final RocksStore store;
    private final Broker broker;
    private final long nowNanos;
    private final Queue<Command> waiting = new ArrayDeque<>();
    private final Map<MessageId, Body> received = new HashMap<>();
    private final List<String> reports = new ArrayList<>();
    private int setAside;

    Consumption(RocksStore store, long nowNanos) {
        this.store = store;
        this.nowNanos = nowNanos;
        this.broker = Broker.recover(BrokerSettings.defaults(), store, nowNanos);
    }

    /** Consumes all queues until there is nothing more to deliver. */
    Consumption run() {
        List<QueueSummary> queues = new ArrayList<>();
        turns(new Command.ListQueues(new Taken<>(queues::addAll)));
        long consumer = 1;
        for (QueueSummary queue : queues) {
            Sink sink = new Sink(queue.name());
            turns(new Command.Attach(
                    queue.name(), new ConsumerId(consumer++), sink, true, MANY, new Taken<>(done -> {})));
        }
        return this;
    }

    Map<MessageId, Body> received() {
        return received;
    }

    /** Messages whose bodies were found damaged on the way out. */
    int setAside() {
        return setAside;
    }

    /** What the broker had to report. */
    List<String> reports() {
        return reports;
    }

    /** Messages in line or with the consumer. */
    long depth() {
        return sum(stats -> stats.depth() + stats.inFlight());
    }

    /** Scheduled messages. */
    long scheduled() {
        return sum(QueueStats::scheduled);
    }

    private long sum(ToLongFunction<QueueStats> figure) {
        List<QueueSummary> queues = new ArrayList<>();
        turns(new Command.ListQueues(new Taken<>(queues::addAll)));
        List<QueueStats> stats = new ArrayList<>();
        queues.forEach(queue -> turns(new Command.GetStats(queue.name(), new Taken<>(stats::add))));
        return stats.stream().mapToLong(figure).sum();
    }

    private void turns(Command first) {
        waiting.add(first);
        boolean workLeft = true;
        int turns = 0;
        while (workLeft || !waiting.isEmpty()) {
            Turn turn = broker.turn(nowNanos, new ArrayList<>(waiting));
            waiting.clear();
            store.commit(turn.records());
            turn.release();
            turn.effects().forEach(this::run);
            workLeft = turn.workLeft();
            assertThat(turns++).as("turns after %s", first).isLessThan(MOST_TURNS);
        }
    }

    private void run(Effect effect) {
        switch (effect) {
            case Effect.LoadPage load ->
                waiting.add(new Command.PageLoaded(
                        load.queue(),
                        load.fairnessKey(),
                        load.lane(),
                        load.ticket(),
                        store.page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit())));
            case Effect.LoadSchedule load ->
                waiting.add(new Command.ScheduleLoaded(
                        load.queue(), load.ticket(), store.schedule(load.queue(), load.after(), load.limit())));
            case Effect.AskOnFailure ask -> throw new IllegalStateException("No queue here has scripts: " + ask);
            case Effect.AskOnEnqueue ask -> throw new IllegalStateException("No queue here has scripts: " + ask);
            case Effect.Report report -> reports.add(report.sentence());
        }
    }

    private final class Sink implements DeliverySink {
        private final QueueName queue;

        Sink(QueueName queue) {
            this.queue = queue;
        }

        @Override
        public void deliver(Delivery delivery) {
            MessageId id = delivery.envelope().id();
            try {
                Body body = store.body(delivery.queueId(), id);
                if (body == null) {
                    setAside(delivery, "its body is missing");
                } else {
                    received.put(id, body);
                    waiting.add(new Command.Ack(queue, id, new Taken<>(done -> {})));
                }
            } catch (DamagedException damaged) {
                setAside(delivery, String.valueOf(damaged.getMessage()));
            }
        }

        private void setAside(Delivery delivery, String reason) {
            setAside++;
            waiting.add(
                    new Command.SetAside(delivery.queueId(), delivery.envelope().id(), delivery.leaseId(), reason));
        }

        @Override
        public void flush() {}

        @Override
        public void end(Refusal why) {}
    }

    private record Taken<T>(java.util.function.Consumer<T> taker) implements Reply<T> {
        @Override
        public void accept(T value) {
            taker.accept(value);
        }

        @Override
        public void refuse(Refusal refusal) {
            throw new AssertionError(refusal.sentence());
        }
    }
}
