package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.NatsJetStream;
import java.util.ArrayList;
import java.util.List;

/** NATS JetStream: one stream for everybody, because it has no notion of a tenant's share. */
record NatsBroker(NatsJetStream nats) implements Broker {
    /** Messages that all consumers of a queue pull ahead, so that many of them do not empty it. */
    private static final int PULL_MESSAGES = 1000;

    @Override
    public String name() {
        return nats.name();
    }

    @Override
    public boolean fair() {
        return false;
    }

    @Override
    public void createQueue(String queue) throws Exception {
        nats.createQueue(queue);
    }

    @Override
    public void deleteQueue(String queue) throws Exception {
        nats.deleteQueue(queue);
    }

    @Override
    public Sender sender(String queue, Runnable confirmed) throws Exception {
        Contender.Sender sender = nats.sender(queue, count -> confirmed.run());
        return new Sender() {
            @Override
            public void send(Tenant tenant, byte[] payload) {
                sender.send(payload);
            }

            @Override
            public void close() {
                sender.close();
            }
        };
    }

    @Override
    public Closing consumers(String queue, int count, Contender.Receiver receiver) throws Exception {
        List<Closing> consumers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            consumers.add(nats.consumer(queue, PULL_MESSAGES / count, receiver, settled -> {}));
        }
        return () -> consumers.forEach(Closing::close);
    }

    @Override
    public void close() {
        nats.close();
    }
}
