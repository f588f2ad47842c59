package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;

/** The same broker with one fairness key for everybody, which makes it first in, first out. */
record FifoBroker(Broker broker) implements Broker {
    static final String NAME = "Fila as FIFO";
    private static final Tenant EVERYBODY = Tenant.of("everybody");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean fair() {
        return false;
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
                sender.send(EVERYBODY, payload);
            }

            @Override
            public void close() {
                sender.close();
            }
        };
    }

    @Override
    public Closing consumers(String queue, int count, Contender.Receiver receiver) throws Exception {
        return broker.consumers(queue, count, receiver);
    }

    @Override
    public void close() {}
}
