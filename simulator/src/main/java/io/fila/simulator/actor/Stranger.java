package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.hook.NackReason;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.List;

/** Acks and nacks what it was never given: old ids, waiting ones, unknown ones, in the wrong queue. */
final class Stranger implements Actor {
    private static final long UNKNOWN = 1L << 40;

    private final World world;
    private final Chance chance;

    Stranger(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        QueueName queue = chance.pick(world.workload().queues());
        List<KnownMessage> known = world.model().accepted();
        if (known.isEmpty() || chance.oneIn(4)) {
            world.ack(queue, new MessageId(0, UNKNOWN + chance.below(1000)), 0);
            world.send(Sent.telling(new Command.Grant(queue, new ConsumerId(UNKNOWN), 3)));
        } else {
            KnownMessage message = chance.pick(known);
            QueueName named = chance.oneIn(3) ? queue : message.queue().name();
            long leaseId = chance.pick(List.of(0L, message.leaseId(), message.leaseId() - 1));
            if (chance.oneIn(2)) {
                world.ack(named, message.id(), leaseId);
            } else {
                world.nack(named, message.id(), leaseId, NackReason.of("not mine"));
            }
        }
        return chance.around(10 * world.workload().pauseNanos());
    }
}
