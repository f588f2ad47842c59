package io.fila.simulator.actor;

import io.fila.core.consumer.Delivery;
import io.fila.core.queue.QueueName;
import io.fila.simulator.process.Connection;
import io.fila.simulator.process.Receiver;
import io.fila.simulator.world.World;

/** Empties a queue when the life closes: acks everything at once. */
public final class Sweeper implements Receiver {
    private static final int CREDIT = 50;

    private final World world;
    private final Connection connection;

    public Sweeper(World world, QueueName queue) {
        this.world = world;
        this.connection = world.service().connect(queue, CREDIT, this);
    }

    @Override
    public void received(Delivery delivery) {
        world.ack(delivery);
        connection.grant(1);
    }

    @Override
    public void closed() {}
}
