package io.fila.benchmarks.core;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One message's whole life in the core, without storage or network: enqueue, decide, lease, deliver, ack, in turns of 100;
 * alone, beside keys that wait for tokens, spread over many queues, among many consumers, or with somebody who listens.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LifeCycleBenchmark {
    private static final int BATCH = 100;

    @Param({"1", "100", "10000"})
    private int keys;

    /** Keys of the first queue with a message each that waits for a token. */
    @Param({"0", "100000"})
    private int throttled;

    /** Queues that messages go to in turn. */
    @Param("1")
    private int queues;

    /** Consumers of each queue. */
    @Param("1")
    private int consumers;

    /** Who listens to the tape: {@code nobody}, or a listener {@code counting} every step. */
    @Param("nobody")
    private String listener = "nobody";

    private final CountingTape counting = new CountingTape();

    private final List<QueueName> names = new ArrayList<>();
    private final List<Desk> busy = new ArrayList<>();
    private final List<Delivery> delivered = new ArrayList<>();
    private final List<Scheduling> tenants = new ArrayList<>();
    private final Body body = new Body(new byte[1024]);
    private Broker broker = Broker.recover(BrokerSettings.defaults(), new MemoryJournal(), 0);
    private long now;
    private long sequence;

    private static final class Ignored<T> implements Reply<T> {
        @Override
        public void accept(T value) {}

        @Override
        public void refuse(Refusal refusal) {
            throw new IllegalStateException(refusal.sentence());
        }
    }

    /** A consumer that takes what comes and then asks for as much again. */
    private final class Desk implements DeliverySink {
        private final QueueName queue;
        private final ConsumerId id;
        private int taken;

        Desk(QueueName queue, ConsumerId id) {
            this.queue = queue;
            this.id = id;
        }

        @Override
        public void deliver(Delivery delivery) {
            delivered.add(delivery);
            if (taken++ == 0) {
                busy.add(this);
            }
        }

        Command grant() {
            int credit = taken;
            taken = 0;
            return new Command.Grant(queue, id, credit);
        }

        @Override
        public void flush() {}

        @Override
        public void end(Refusal why) {}
    }

    @Setup
    public void open() {
        broker = Broker.recover(BrokerSettings.defaults(), new MemoryJournal(), 0);
        if (listener.equals("counting")) {
            broker.record(counting);
        }
        for (int queue = 0; queue < queues; queue++) {
            open(new QueueName("orders" + queue));
        }
        for (int key = 0; key < keys; key++) {
            tenants.add(new Scheduling("tenant" + key, 1, List.of()));
        }
        for (int key = 0; key < throttled; key++) {
            throttle("throttled" + key);
        }
    }

    private void open(QueueName queue) {
        names.add(queue);
        run(List.of(new Command.CreateQueue(queue, QueueConfig.DEFAULT, new Ignored<>())));
        for (int i = 0; i < consumers; i++) {
            ConsumerId id = new ConsumerId((long) names.size() * consumers + i);
            run(List.of(new Command.Attach(queue, id, new Desk(queue, id), true, BATCH, new Ignored<>())));
        }
    }

    /** Spends the only token of a key on one message, so that another waits. */
    private void throttle(String key) {
        Scheduling waiting = new Scheduling(key, 1, List.of(key));
        run(List.of(
                new Command.SetConfig("throttle." + key, "0.0001,1", new Ignored<>()),
                enqueue(names.getFirst(), waiting)));
        run(settlements());
        run(List.of(enqueue(names.getFirst(), waiting)));
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int life() {
        List<Command> commands = new ArrayList<>(BATCH);
        for (int i = 0; i < BATCH; i++) {
            commands.add(enqueue(names.get((int) (sequence % queues)), tenants.get((int) (sequence % keys))));
        }
        return run(commands) + run(settlements()) + (int) counting.steps();
    }

    private Command enqueue(QueueName queue, Scheduling tenant) {
        MessageId id = new MessageId(sequence * 0x9E3779B97F4A7C15L, sequence++);
        return new Command.Enqueue(queue, id, tenant, body, new Ignored<>());
    }

    private List<Command> settlements() {
        List<Command> commands = new ArrayList<>(delivered.size() + busy.size());
        for (Delivery delivery : delivered) {
            commands.add(new Command.Ack(delivery.queue(), delivery.envelope().id(), new Ignored<>()));
        }
        for (Desk desk : busy) {
            commands.add(desk.grant());
        }
        busy.clear();
        delivered.clear();
        return commands;
    }

    private int run(List<Command> commands) {
        now += 1_000;
        Turn turn = broker.turn(now, commands);
        turn.release();
        return turn.records().size();
    }
}
