package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.broker.BrokerSettings;
import io.fila.core.broker.Turn;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.journal.Effect;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A fixed piece of work for an empty broker, and a transcript of it without names and times. */
final class Trial {
    private static final QueueName QUEUE = new QueueName("trial");
    private static final ConsumerId CONSUMER = new ConsumerId(Long.MAX_VALUE);
    private static final int MESSAGES = 48;
    private static final int KEYS = 5;
    private static final int BODIES_THAT_FIT = 8;
    private static final int LARGEST_BODY_BYTES = 4096;
    private static final int MOST_FLOWS = 300;
    private static final int MOST_TURNS = 2000;

    private final BrokerSettings settings;
    private final Broker broker;
    private final MemoryJournal journal = new MemoryJournal();
    private final ArrayDeque<Command> waiting = new ArrayDeque<>();
    private final List<String> transcript = new ArrayList<>();
    private long nowNanos;
    private long nextId = 1;

    Trial(BrokerSettings settings, Broker broker, long nowNanos) {
        this.settings = settings;
        this.broker = broker;
        this.nowNanos = nowNanos;
    }

    List<String> run() {
        waiting.add(new Command.CreateQueue(QUEUE, QueueConfig.DEFAULT, note("create")));
        settle();
        int bytes = (int) Math.min(LARGEST_BODY_BYTES, settings.limits().bodyBytesInMemory() / BODIES_THAT_FIT);
        for (int i = 0; i < MESSAGES; i++) {
            enqueue("key-" + i % KEYS, bytes);
        }
        if (settings.limits().flows() <= MOST_FLOWS) {
            for (int i = 0; i <= settings.limits().flows(); i++) {
                enqueue("flow-" + i, 0);
            }
        }
        settle();
        waiting.add(new Command.Attach(QUEUE, CONSUMER, new Consumer(), true, Integer.MAX_VALUE, note("attach")));
        settle();
        nowNanos += QueueConfig.DEFAULT_VISIBILITY_TIMEOUT.toNanos();
        waiting.add(new Command.Detach(QUEUE, CONSUMER));
        settle();
        transcript.add(
                "wakes " + (broker.turn(nowNanos, List.of()).wakeAtNanos() == Long.MAX_VALUE ? "never" : "once"));
        return transcript;
    }

    private void enqueue(String key, int bytes) {
        MessageId id = new MessageId(Long.MAX_VALUE, nextId++);
        Scheduling scheduling = new Scheduling(key, 1, List.of());
        waiting.add(new Command.Enqueue(QUEUE, id, scheduling, new Body(new byte[bytes]), note("enqueue " + id)));
    }

    private void settle() {
        boolean workLeft = true;
        for (int turns = 0; (workLeft || !waiting.isEmpty()) && turns < MOST_TURNS; turns++) {
            List<Command> batch = new ArrayList<>();
            while (batch.size() < settings.limits().commandsPerTurn() && !waiting.isEmpty()) {
                batch.add(waiting.remove());
            }
            Turn turn = broker.turn(nowNanos, batch);
            journal.commit(turn.records());
            turn.release();
            turn.effects().forEach(this::run);
            workLeft = turn.workLeft();
            transcript.add("turn of " + turn.records().size() + " records" + (workLeft ? ", more to do" : ""));
        }
    }

    private void run(Effect effect) {
        if (effect instanceof Effect.LoadPage load) {
            transcript.add(
                    "page of " + load.fairnessKey() + " after " + load.afterPosition() + " up to " + load.limit());
            waiting.add(new Command.PageLoaded(
                    load.queue(),
                    load.fairnessKey(),
                    load.lane(),
                    load.ticket(),
                    journal.page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit())));
        }
    }

    private <T> Reply<T> note(String what) {
        return new Reply<>() {
            @Override
            public void accept(T value) {
                transcript.add(what + " accepted");
            }

            @Override
            public void refuse(Refusal refusal) {
                transcript.add(what + " " + refusal.code());
            }
        };
    }

    private final class Consumer implements DeliverySink {
        @Override
        public void deliver(Delivery delivery) {
            MessageId id = delivery.envelope().id();
            transcript.add("delivered " + id + (delivery.body() == null ? "" : " with body"));
            waiting.add(new Command.Ack(QUEUE, id, Trial.this.<Done>note("ack " + id)));
        }

        @Override
        public void flush() {}

        @Override
        public void end(Refusal why) {
            transcript.add("ended");
        }
    }
}
