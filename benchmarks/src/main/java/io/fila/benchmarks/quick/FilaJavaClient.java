package io.fila.benchmarks.quick;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.client.ClientOptions;
import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import java.util.function.IntConsumer;

/** Fila through its Java client, as programs use it: every message by itself, and the client makes frames of them. */
final class FilaJavaClient extends FilaContender {
    private static final int PREFETCH_MESSAGES = 1000;
    private static final int WINDOW_BYTES = 4 << 20;

    FilaJavaClient(FilaProcess process, String durability) {
        super(
                process,
                durability,
                FilaClient.connect(ClientOptions.of(process.address())
                        .withPrefetchMessages(PREFETCH_MESSAGES)
                        .withWindowBytes(WINDOW_BYTES)));
    }

    @Override
    public String name() {
        return "Fila, Java client";
    }

    @Override
    public Sender sender(String queue, IntConsumer confirmed) {
        Producer producer = client().producer();
        return new Sender() {
            @Override
            public void send(byte[] payload) {
                var _ = producer.sendAsync(queue, Outgoing.of(payload)).thenRun(() -> confirmed.accept(1));
            }

            @Override
            public void flush() {
                // The producer sends by itself as soon as it can.
            }

            @Override
            public void close() {
                producer.close();
            }
        };
    }

    @Override
    public Closing consumer(String queue, Receiver receiver, IntConsumer settled) {
        Deliveries deliveries = client().consume(queue);
        Thread.ofPlatform().name("fila-consumer").start(() -> {
            for (Delivery delivery : deliveries) {
                receiver.receive(delivery.payload().toByteArray());
                var _ = delivery.ackAsync().thenRun(() -> settled.accept(1));
            }
        });
        return deliveries::close;
    }
}
