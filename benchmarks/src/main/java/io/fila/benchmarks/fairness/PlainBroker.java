package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Fila through its plain contract: a {@code Consume} stream whose messages pile up in the client, as grpc-js and Python have
 * it, and an {@code Ack} for each. Tenants send as they do elsewhere.
 */
record PlainBroker(Broker broker, String address) implements Broker {
    @Override
    public String name() {
        return broker.name() + ", plain client";
    }

    @Override
    public boolean fair() {
        return true;
    }

    @Override
    public void createQueue(String queue) throws Exception {
        broker.createQueue(queue);
    }

    @Override
    public void deleteQueue(String queue) throws Exception {
        broker.deleteQueue(queue);
    }

    @Override
    public Sender sender(String queue, Runnable confirmed) throws Exception {
        return broker.sender(queue, confirmed);
    }

    @Override
    public Closing consumers(String queue, int count, Contender.Receiver receiver) {
        List<PlainConsumer> consumers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            consumers.add(new PlainConsumer(
                    NettyChannelBuilder.forTarget(address).usePlaintext().build(), queue, receiver));
        }
        return () -> consumers.forEach(PlainConsumer::close);
    }

    @Override
    public void close() {}
}
