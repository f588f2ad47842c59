package io.fila.simulator.explain;

import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.hook.NackReason;
import io.fila.core.message.Body;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.QueueConfig;
import io.fila.simulator.chance.Chance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Something a queue may have come to, made from a seed: made again from the same seed it is the same again. */
final class Situation {
    static final List<String> KEYS = List.of("a", "b", "c", "d");
    static final List<String> THROTTLES = List.of("t", "u");

    /** One in this many situations has consumers that may hold few messages, whatever they ask for. */
    private static final int NARROW_ONE_IN = 5;

    private static final int WIDEST_OF_NARROW = 4;
    private static final int WIDE = 10_000;

    private static final int FEWEST_STEPS = 5;
    private static final int MOST_STEPS = 60;

    private final Chance chance;
    private final Stage stage;
    private final List<MessageId> messages = new ArrayList<>();

    private Situation(long seed) {
        chance = new Chance(seed);
        // Not by chance: seeds that found bugs stay what they were.
        stage = new Stage(seed % NARROW_ONE_IN == 0 ? 1 + (int) (seed / NARROW_ONE_IN % WIDEST_OF_NARROW) : WIDE);
    }

    static Situation of(long seed) {
        Situation situation = new Situation(seed);
        situation.comeAbout();
        return situation;
    }

    Stage stage() {
        return stage;
    }

    /** All messages there ever were in it. */
    List<MessageId> messages() {
        return messages;
    }

    private void comeAbout() {
        stage.run(new Command.CreateQueue(Stage.QUEUE, QueueConfig.DEFAULT, Stage.ignoring()));
        for (int left = chance.between(FEWEST_STEPS, MOST_STEPS); left > 0; left--) {
            step();
        }
    }

    private void step() {
        switch (chance.below(20)) {
            case 0 -> stage.attach(stage.newConsumer(), chance.below(6));
            case 1 -> pause("", chance.oneIn(2));
            case 2 -> pause(chance.pick(KEYS), chance.oneIn(2));
            case 3, 4 -> throttle(chance.pick(THROTTLES));
            case 5, 6 ->
                stage.advanceTo(
                        stage.nowNanos() + chance.around(Duration.ofSeconds(2).toNanos()));
            case 7 -> reshape();
            case 8, 9 -> settle();
            case 10 -> restartSometimes();
            case 11 -> purgeSometimes();
            default -> enqueue();
        }
    }

    private void pause(String key, boolean paused) {
        stage.run(new Command.Pause(Stage.QUEUE, key, paused, Stage.ignoring()));
    }

    private void throttle(String key) {
        String rate = chance.oneIn(4) ? "" : (chance.between(1, 40) / 10.0) + "," + chance.between(1, 3);
        stage.run(new Command.SetConfig("throttle." + key, rate, Stage.ignoring()));
    }

    private void reshape() {
        DeliveryPolicy deliveryPolicy =
                new DeliveryPolicy(chance.oneIn(2) ? 0 : chance.between(1, 4), chance.below(3), chance.below(4), -1);
        stage.reshape(before -> deliveryPolicy);
    }

    private void settle() {
        if (stage.delivered().isEmpty()) {
            return;
        }
        Delivery delivery = chance.pick(stage.delivered());
        MessageId id = delivery.envelope().id();
        if (chance.oneIn(2)) {
            stage.run(new Command.Ack(Stage.QUEUE, id, delivery.leaseId(), Stage.ignoring()));
        } else {
            long later = chance.oneIn(2)
                    ? 0
                    : chance.between(1, Duration.ofSeconds(5).toNanos());
            String held = later > 0 && chance.oneIn(2) ? chance.pick(THROTTLES) : "";
            stage.run(new Command.Nack(
                    Stage.QUEUE, id, delivery.leaseId(), new NackReason("no", later, held), Stage.ignoring()));
        }
    }

    private void restartSometimes() {
        if (chance.oneIn(3)) {
            stage.restart();
        }
    }

    private void purgeSometimes() {
        if (chance.oneIn(3)) {
            stage.run(new Command.Purge(
                    Stage.QUEUE, chance.pick(KEYS), Long.MAX_VALUE, chance.between(1, 3), Stage.ignoring()));
        }
    }

    private void enqueue() {
        List<String> throttles =
                THROTTLES.stream().filter(key -> chance.oneIn(2)).toList();
        long delay = chance.oneIn(6) ? chance.between(1, Duration.ofSeconds(4).toNanos()) : 0;
        MessageId id = stage.newId();
        messages.add(id);
        stage.run(new Command.Enqueue(
                Stage.QUEUE,
                id,
                new Scheduling(chance.pick(KEYS), chance.between(1, 3), throttles),
                new EnqueueOptions(
                        delay,
                        0,
                        chance.oneIn(8)
                                ? chance.between(1, Duration.ofSeconds(6).toNanos())
                                : 0,
                        ""),
                new Body(new byte[] {1}),
                Stage.ignoring()));
    }
}
