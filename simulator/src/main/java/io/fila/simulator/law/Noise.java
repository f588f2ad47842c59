package io.fila.simulator.law;

import io.fila.core.Limits;
import io.fila.core.broker.Broker;
import io.fila.core.broker.BrokerSettings;
import io.fila.core.broker.Turn;
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
import io.fila.simulator.chance.Chance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A new broker with keys that always have a backlog, a key that sends one message at a time, less often than its share would
 * let it, and a consumer that takes a few at a time. Tells how many deliveries to others came before each message of the
 * quiet key.
 */
final class Noise {
    private static final QueueName QUEUE = new QueueName("noise");
    private static final ConsumerId CONSUMER = new ConsumerId(1);
    private static final String QUIET = "quiet";
    private static final int BACKLOG = 300;
    private static final int QUIET_MESSAGES = 10;
    private static final long STEP_NANOS = 1_000_000;

    private final Broker broker;
    private final int creditAtATime;
    private final Map<String, Integer> weights = new LinkedHashMap<>();
    private final Map<String, Integer> pending = new LinkedHashMap<>();
    private final List<Command> waiting = new ArrayList<>();
    private final List<Integer> waits = new ArrayList<>();
    private long nowNanos;
    private long nextId;

    /** Deliveries since the quiet key sent something, and since it last got something. */
    private int ahead;

    private int sinceQuiet;

    Noise(BrokerSettings settings, Chance chance) {
        broker = Broker.recover(
                new BrokerSettings(
                        settings.quantum(), settings.sparseAllowance(), settings.consumerWindow(), Limits.defaults()),
                new MemoryJournal(),
                nowNanos);
        creditAtATime = chance.pick(List.of(1, 1, 3, 20));
        int keys = chance.between(1, 5);
        for (int key = 0; key < keys; key++) {
            weights.put("noisy-" + key, chance.between(1, 4));
        }
    }

    int keys() {
        return weights.size();
    }

    /** How many deliveries went to others before each message of the quiet key. */
    List<Integer> run() {
        waiting.add(new Command.CreateQueue(QUEUE, QueueConfig.DEFAULT, ignored()));
        weights.forEach((key, weight) -> send(key, weight, BACKLOG));
        waiting.add(new Command.Attach(QUEUE, CONSUMER, new Consumer(), true, 0, ignored()));
        for (int sent = 0; sent < QUIET_MESSAGES; sent++) {
            // The shares of all for one of its own, and what one look at the consumer's credit may bring beside.
            int pause = 2
                            * Math.max(
                                    weights.values().stream()
                                                    .mapToInt(weight -> weight)
                                                    .sum()
                                            + 1,
                                    creditAtATime)
                    + 2;
            while (sinceQuiet < pause) {
                step();
            }
            ahead = 0;
            send(QUIET, 1, 1);
            while (waits.size() == sent && ahead < BACKLOG) {
                step();
            }
            if (waits.size() == sent) {
                waits.add(ahead);
            }
        }
        return waits;
    }

    private void step() {
        weights.forEach((key, weight) -> send(key, weight, BACKLOG - pending.getOrDefault(key, 0)));
        waiting.add(new Command.Grant(QUEUE, CONSUMER, creditAtATime));
        nowNanos += STEP_NANOS;
        List<Command> batch = List.copyOf(waiting);
        waiting.clear();
        Turn turn = broker.turn(nowNanos, batch);
        turn.release();
    }

    private void send(String key, int weight, int messages) {
        for (int i = 0; i < messages; i++) {
            MessageId id = new MessageId(1, nextId++);
            Scheduling scheduling = new Scheduling(key, weight, List.of());
            waiting.add(new Command.Enqueue(QUEUE, id, scheduling, new Body(new byte[0]), ignored()));
            pending.merge(key, 1, Integer::sum);
        }
    }

    private static <T> Reply<T> ignored() {
        return Reply.unheard();
    }

    private final class Consumer implements DeliverySink {
        @Override
        public void deliver(Delivery delivery) {
            String key = delivery.envelope().fairnessKey();
            pending.merge(key, -1, Integer::sum);
            if (key.equals(QUIET)) {
                waits.add(ahead);
                sinceQuiet = 0;
            } else {
                ahead++;
                sinceQuiet++;
            }
            waiting.add(new Command.Ack(QUEUE, delivery.envelope().id(), ignored()));
        }

        @Override
        public void flush() {}

        @Override
        public void end(Refusal why) {}
    }
}
