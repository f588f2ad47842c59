package io.fila.simulator.explain;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.History;
import io.fila.core.hook.FailureDecision;
import io.fila.core.journal.Effect;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.message.MessageId;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.recorder.FlightRecorder;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A broker with one queue in virtual time. Each call ends when there is nothing left to do at that moment. */
final class Stage implements DeliverySink {
    static final QueueName QUEUE = new QueueName("queue");

    /** A lane keeps few heads in memory, so that some have to be read from disk. */
    private static final Limits LIMITS = Limits.defaults()
            .but()
            .queues(10)
            .flows(1000)
            .inFlightPerQueue(10_000)
            .inFlightPerConsumer(10_000)
            .windowPerLane(4)
            .headsInMemory(1000)
            .bodyBytesInMemory(1 << 20)
            .commandsPerTurn(100)
            .deliveriesPerTurn(100)
            .timersPerTurn(100)
            .pagesInFlight(8)
            .limits();

    private static final int QUANTUM = 5;
    private static final int SPARSE_ALLOWANCE = 2;

    /** The smallest that works; a situation has few steps. */
    private static final long RECORDER_BYTES = 1;

    private final BrokerSettings settings;
    private final MemoryJournal journal = new MemoryJournal();
    private final List<Delivery> delivered = new ArrayList<>();
    private final List<ConsumerId> attached = new ArrayList<>();
    private long nowNanos = Duration.ofDays(1).toNanos();
    private final FlightRecorder recorder = new FlightRecorder(RECORDER_BYTES);
    private Broker broker;
    private long wakeAtNanos = Long.MAX_VALUE;
    private long nextId = 1;
    private long nextConsumer = 1;

    /** @param consumerWindow messages a consumer may hold before it settles any */
    Stage(int consumerWindow) {
        settings = new BrokerSettings(QUANTUM, SPARSE_ALLOWANCE, consumerWindow, LIMITS);
        broker = recovered();
    }

    long nowNanos() {
        return nowNanos;
    }

    MessageId newId() {
        return new MessageId(1, nextId++);
    }

    ConsumerId newConsumer() {
        return new ConsumerId(nextConsumer++);
    }

    /** All deliveries so far, in order. */
    List<Delivery> delivered() {
        return delivered;
    }

    /** How often a message was delivered. */
    long deliveriesOf(MessageId id) {
        return delivered.stream()
                .filter(delivery -> delivery.envelope().id().equals(id))
                .count();
    }

    void reshape(UnaryOperator<DeliveryPolicy> change) {
        run(new Command.UpdateQueue(
                QUEUE,
                config -> new QueueConfig(
                        config.visibilityTimeout(),
                        config.onEnqueue(),
                        config.onFailure(),
                        config.maxAttempts(),
                        config.scriptFallback(),
                        config.scriptTimeout(),
                        config.scriptMemoryBytes(),
                        config.capacity(),
                        config.lifetimes(),
                        change.apply(config.deliveryPolicy()),
                        config.backoff()),
                ignoring()));
    }

    void resume(String fairnessKey) {
        run(new Command.Pause(QUEUE, fairnessKey, false, ignoring()));
    }

    Explanation explain(String fairnessKey, @Nullable MessageId id) {
        return ask(reply -> new Command.Explain(QUEUE, fairnessKey, id, reply));
    }

    void attach(ConsumerId consumer, int credit) {
        attached.add(consumer);
        run(new Command.Attach(QUEUE, consumer, this, true, credit, ignoring()));
    }

    /** All consumers settle what they hold. */
    void settleAll() {
        for (Delivery delivery : List.copyOf(delivered)) {
            run(new Command.Ack(QUEUE, delivery.envelope().id(), delivery.leaseId(), ignoring()));
        }
    }

    /** Every connected consumer takes one more. */
    void askForMore() {
        attached.forEach(consumer -> run(new Command.Grant(QUEUE, consumer, 1)));
    }

    void advanceTo(long moment) {
        nowNanos = Math.max(nowNanos, moment);
        run();
    }

    /** Time passes, and what is due on the way happens when it is due. */
    void passTo(long moment) {
        while (wakeAtNanos < moment) {
            advanceTo(wakeAtNanos);
        }
        advanceTo(moment);
    }

    /** The process ends and another begins: who was connected is not, and what was in memory is on disk. */
    void restart() {
        attached.clear();
        broker = recovered();
        run();
    }

    private Broker recovered() {
        Broker recovered = Broker.recover(settings, journal, nowNanos);
        recovered.record(recorder);
        return recovered;
    }

    /** What the recorder knows of a message; here it survives restarts. */
    History history(MessageId id, long untilNanos) {
        return new History(recorder.stepsOf(id, untilNanos));
    }

    /** The numbers of all queues. */
    Set<QueueId> queues() {
        Set<QueueId> ids = new HashSet<>();
        for (Record known : broker.notices()) {
            if (known instanceof QueueCreated queue) {
                ids.add(queue.id());
            }
        }
        return ids;
    }

    boolean isOnDisk(MessageId id) {
        return queues().stream().anyMatch(queue -> journal.envelope(queue, id) != null);
    }

    <T> T ask(Function<Reply<T>, Command> command) {
        List<T> answers = new ArrayList<>(1);
        run(command.apply(new Reply<>() {
            @Override
            public void accept(T value) {
                answers.add(value);
            }

            @Override
            public void refuse(Refusal refusal) {
                throw new IllegalStateException("Expected an answer but found " + refusal);
            }
        }));
        return Objects.requireNonNull(answers.getFirst());
    }

    /** For commands whose answer does not matter here. */
    static <T> Reply<T> ignoring() {
        return new Reply<>() {
            @Override
            public void accept(T value) {}

            @Override
            public void refuse(Refusal refusal) {}
        };
    }

    void run(Command... commands) {
        ArrayDeque<Command> waiting = new ArrayDeque<>(List.of(commands));
        boolean workLeft = true;
        while (workLeft || !waiting.isEmpty()) {
            Turn turn = broker.turn(nowNanos, List.copyOf(waiting));
            waiting.clear();
            journal.commit(turn.records());
            turn.release();
            turn.effects().forEach(effect -> carryOut(effect, waiting));
            workLeft = turn.workLeft();
            wakeAtNanos = turn.wakeAtNanos();
        }
    }

    private void carryOut(Effect effect, ArrayDeque<Command> waiting) {
        switch (effect) {
            case Effect.LoadPage load ->
                waiting.add(new Command.PageLoaded(
                        load.queue(),
                        load.fairnessKey(),
                        load.lane(),
                        load.ticket(),
                        journal.page(
                                load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit())));
            case Effect.LoadSchedule load ->
                waiting.add(new Command.ScheduleLoaded(
                        load.queue(), load.ticket(), journal.schedule(load.queue(), load.after(), load.limit())));
            case Effect.AskOnFailure ask ->
                waiting.add(new Command.FailureDecided(
                        ask.queueId(), ask.queue(), ask.failure(), FailureDecision.RETRY_AT_ONCE, ask.reply()));
            case Effect.AskOnEnqueue ask -> throw new IllegalStateException("Nobody redrives here: " + ask);
            case Effect.Report report -> throw new IllegalStateException(report.sentence());
        }
    }

    @Override
    public void deliver(Delivery delivery) {
        delivered.add(delivery);
    }

    @Override
    public void flush() {}

    @Override
    public void end(Refusal why) {}
}
