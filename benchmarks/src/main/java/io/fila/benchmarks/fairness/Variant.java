package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A broker that is used in another way. It is closed by whoever opened the broker itself.
 *
 * @param tenants as whom a tenant sends
 */
record Variant(String name, boolean fair, Broker broker, UnaryOperator<Tenant> tenants, Consumers consumers)
        implements Broker {
    static final String FIFO = "Fila as FIFO";

    private static final Tenant EVERYBODY = Tenant.of("everybody");

    /** Opens consumers, as {@link Broker#consumers} says. */
    interface Consumers {
        Closing open(String queue, int count, Contender.Receiver receiver) throws Exception;
    }

    /** With one fairness key for everybody, which makes it first in, first out. */
    static Variant fifo(Broker broker) {
        return new Variant(FIFO, false, broker, tenant -> EVERYBODY, broker::consumers);
    }

    /**
     * With consumers of the plain contract: a {@code Consume} stream whose messages pile up in the client, as grpc-js and
     * Python have it, and an {@code Ack} for each.
     */
    static Variant plain(Broker broker, String address) {
        return new Variant(
                broker.name() + ", plain client",
                broker.fair(),
                broker,
                UnaryOperator.identity(),
                (queue, count, receiver) -> plainConsumers(address, queue, count, receiver));
    }

    private static Closing plainConsumers(String address, String queue, int count, Contender.Receiver receiver) {
        List<PlainConsumer> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new PlainConsumer(
                    NettyChannelBuilder.forTarget(address).usePlaintext().build(), queue, receiver));
        }
        return () -> all.forEach(PlainConsumer::close);
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
        Sender sender = broker.sender(queue, confirmed);
        return new Sender() {
            @Override
            public void send(Tenant tenant, byte[] payload) {
                sender.send(tenants.apply(tenant), payload);
            }

            @Override
            public void close() {
                sender.close();
            }
        };
    }

    @Override
    public Closing consumers(String queue, int count, Contender.Receiver receiver) throws Exception {
        return consumers.open(queue, count, receiver);
    }

    @Override
    public void close() {}
}
