package io.fila.simulator.actor;

import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.message.Body;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Reply;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.hook.FakeContent;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.Workload;
import io.fila.simulator.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Sends messages for hot and cold keys, one by one and in bursts, sometimes to a queue that does not exist. */
final class Producer implements Actor {
    private static final int OTHER_QUEUE_PERCENT = 4;
    private static final int BURST_PERCENT = 10;
    private static final int MOST_ODD_WEIGHT = 20;
    private static final int MOST_THROTTLES = 3;
    private static final int MOST_DEDUP_KEYS = 12;

    private final World world;
    private final Chance chance;

    Producer(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        Workload workload = world.workload();
        int messages = chance.percent(BURST_PERCENT) ? chance.between(1, workload.largestBurst()) : 1;
        QueueName queue = chance.pickSkewed(workload.queues());
        for (int i = 0; i < messages; i++) {
            send(chance.percent(OTHER_QUEUE_PERCENT) ? oddQueue(queue) : queue);
        }
        return chance.around(workload.pauseNanos());
    }

    private QueueName oddQueue(QueueName usual) {
        return chance.oneIn(4) ? new QueueName("nowhere") : usual.deadLetter();
    }

    private void send(QueueName queue) {
        Workload workload = world.workload();
        String key = queue.isDeadLetter() ? Scheduling.DEFAULT_KEY : chance.pickSkewed(workload.keys());
        long weight = chance.percent(workload.restlessWeights())
                ? chance.between(1, MOST_ODD_WEIGHT)
                : workload.usualWeight(key);
        byte[] bytes = new byte[chance.between(0, workload.largestBodyBytes())];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) chance.below(256);
        }
        Body body = new Body(bytes);
        Scheduling asked = new Scheduling(key, weight, throttles());
        EnqueueOptions options = options();
        switch (world.hooks().onEnqueue(queue, asked, new FakeContent(body))) {
            case EnqueueDecision.Take take ->
                send(id -> reply -> new Command.Enqueue(queue, id, take.scheduling(), options, body, reply));
            case EnqueueDecision.Bury bury ->
                send(id -> reply -> new Command.EnqueueDeadLetter(
                        queue, id, asked, options.dedupKey(), bury.reason(), body, reply));
            case EnqueueDecision.Refuse refuse -> {}
        }
    }

    private void send(Function<MessageId, Function<Reply<Accepted>, Command>> offer) {
        world.send(Sent.asking(offer.apply(world.newId()), answer -> {}));
    }

    /** Now and then a delay, a time to live, or a dedup key of a few. */
    private EnqueueOptions options() {
        long delayNanos = chance.oneIn(10) ? chance.around(5 * world.workload().pauseNanos()) : 0;
        long ttlNanos =
                chance.oneIn(8) ? 1 + chance.around(15 * world.workload().pauseNanos()) : 0;
        String dedupKey = chance.oneIn(6) ? dedupKey(chance) : "";
        return new EnqueueOptions(delayNanos, 0, ttlNanos, dedupKey);
    }

    /** One of the few there are. */
    static String dedupKey(Chance chance) {
        return "dedup-" + chance.below(MOST_DEDUP_KEYS);
    }

    /** Up to three, perhaps one of them twice. */
    private List<String> throttles() {
        Workload workload = world.workload();
        List<String> keys = new ArrayList<>();
        if (!workload.limits().isEmpty() && chance.percent(workload.throttledPercent())) {
            for (int count = chance.between(1, MOST_THROTTLES); count > 0; count--) {
                keys.add(chance.pickSkewed(workload.limits()));
            }
        }
        return keys;
    }
}
