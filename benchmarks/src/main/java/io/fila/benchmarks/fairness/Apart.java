package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;

/**
 * A broker that has nothing to decide: quiet tenants have a queue and a consumer of their own, and the noise is in another. What
 * they wait then is what the machine takes under that load, and what no order of deliveries can do better. It is closed by whoever
 * opened the broker itself.
 */
record Apart(Broker broker) implements Broker {
    static final String NAME = "Fila, queues apart";

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
        broker.createQueue(quiet(queue));
    }

    @Override
    public void deleteQueue(String queue) throws Exception {
        broker.deleteQueue(queue);
        broker.deleteQueue(quiet(queue));
    }

    @Override
    public Sender sender(String queue, Runnable confirmed) throws Exception {
        Sender noisy = broker.sender(queue, confirmed);
        Sender quiet = broker.sender(quiet(queue), confirmed);
        return new Sender() {
            @Override
            public void send(Tenant tenant, byte[] payload) {
                (Stamp.of(payload).quiet() ? quiet : noisy).send(tenant, payload);
            }

            @Override
            public void close() {
                noisy.close();
                quiet.close();
            }
        };
    }

    @Override
    public Closing consumers(String queue, int count, Contender.Receiver receiver) throws Exception {
        Closing noisy = broker.consumers(queue, count, receiver);
        Closing quiet = broker.consumers(quiet(queue), 1, receiver);
        return () -> {
            noisy.close();
            quiet.close();
        };
    }

    @Override
    public void close() {}

    private static String quiet(String queue) {
        return queue + "-quiet";
    }
}
