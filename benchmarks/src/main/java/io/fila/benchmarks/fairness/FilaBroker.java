package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.WorkerPool;
import java.util.ArrayList;
import java.util.List;

/**
 * Fila through its Java client with default settings, as programs use it. Public, as are its constructor and the types that
 * it names, because {@link OlderClient} loads it a second time.
 */
public final class FilaBroker implements Broker {
    private final String name;
    private final String address;
    private final FilaClient client;

    public FilaBroker(String name, String address) {
        this.name = name;
        this.address = address;
        client = FilaClient.connect(address);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean fair() {
        return true;
    }

    @Override
    public void createQueue(String queue) {
        client.admin().createQueue(queue);
    }

    @Override
    public void deleteQueue(String queue) {
        client.admin().deleteQueue(queue);
    }

    @Override
    public Sender sender(String queue, Runnable confirmed) {
        FilaClient sending = FilaClient.connect(address);
        Producer producer = sending.producer();
        return new Sender() {
            @Override
            public void send(Tenant tenant, byte[] payload) {
                Outgoing message =
                        Outgoing.of(payload).withFairnessKey(tenant.key()).withWeight(tenant.weight());
                var _ = producer.sendAsync(queue, message).thenRun(confirmed);
            }

            @Override
            public void close() {
                sending.close();
            }
        };
    }

    @Override
    public Closing consumers(String queue, int count, Contender.Receiver receiver) {
        List<FilaClient> clients = new ArrayList<>();
        List<WorkerPool> pools = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            FilaClient consuming = FilaClient.connect(address);
            clients.add(consuming);
            pools.add(consuming.consume(
                    queue, delivery -> receiver.receive(delivery.payload().toByteArray())));
        }
        return () -> {
            pools.parallelStream().forEach(WorkerPool::close);
            clients.forEach(FilaClient::close);
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
