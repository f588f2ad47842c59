package io.fila.simulator.actor;

import io.fila.core.consumer.Delivery;
import io.fila.core.queue.QueueName;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Connection;
import io.fila.simulator.process.Receiver;
import io.fila.simulator.world.World;
import org.jspecify.annotations.Nullable;

/** A consumer of any temper: it connects when it can, and again after it lost its stream. */
abstract class Subscriber implements Actor, Receiver {
    private static final int MOST_CREDIT = 12;
    private static final int DEAD_LETTERS_ONE_IN = 6;

    final World world;
    final Chance chance;
    private @Nullable Connection connection;

    Subscriber(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    /** What it does with a message; it has one credit less until it grants another. */
    abstract void work(Delivery delivery);

    /** Called now and then while connected. */
    void whileConnected() {}

    @Override
    public final long act() {
        if (connection == null && world.service().isUp()) {
            QueueName queue = chance.pickSkewed(world.workload().queues());
            QueueName chosen = chance.oneIn(DEAD_LETTERS_ONE_IN) ? queue.deadLetter() : queue;
            connection = world.service().connect(chosen, chance.between(0, MOST_CREDIT), this);
        } else if (connection != null) {
            whileConnected();
        }
        return chance.around(10 * world.workload().pauseNanos());
    }

    @Override
    public final void received(Delivery delivery) {
        work(delivery);
    }

    @Override
    public final void closed() {
        connection = null;
    }

    final void grant(int credit) {
        if (connection != null) {
            connection.grant(credit);
        }
    }

    final void leave() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }

    final void later(long nanos, Runnable what) {
        world.events().after(nanos, what);
    }
}
