package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.client.ClientOptions;
import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongFunction;

/** Fila through its Java client, as programs use it: every message by itself, and the client makes frames of them. */
public final class FilaJavaClient extends FilaContender {
    private static final int PREFETCH_MESSAGES = 1000;
    private static final int WINDOW_BYTES = 4 << 20;

    public FilaJavaClient(FilaProcess process, String durability) {
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
    public String settings() {
        return "default settings; Java client with prefetch " + PREFETCH_MESSAGES
                + ", window 4 MiB, individual acks that are confirmed";
    }

    @Override
    public Sender sender(String queue, IntConsumer confirmed) {
        return sender((producer, payload) -> producer.sendAsync(queue, Outgoing.of(payload)), confirmed);
    }

    /** The same for messages that are more than a payload: each is made from how many were sent before it. */
    Sender sender(String queue, IntConsumer confirmed, LongFunction<Outgoing> message) {
        AtomicLong sent = new AtomicLong();
        return sender(
                (producer, payload) -> producer.sendAsync(queue, message.apply(sent.getAndIncrement())), confirmed);
    }

    private interface Sending {
        CompletableFuture<?> send(Producer producer, byte[] payload);
    }

    private Sender sender(Sending sending, IntConsumer confirmed) {
        Producer producer = client().producer();
        return new Sender() {
            @Override
            public void send(byte[] payload) {
                var _ = sending.send(producer, payload).whenComplete((sent, failure) -> {
                    if (failure == null) {
                        confirmed.accept(1);
                    } else {
                        // Whoever waits for it will say that the broker is silent.
                        System.err.println("A message was not confirmed: " + failure);
                    }
                });
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
        Thread _ = Thread.ofVirtual().name("fila-consumer").start(() -> {
            for (Delivery delivery : deliveries) {
                receiver.receive(delivery.payload().toByteArray());
                var _ = delivery.ackAsync().thenRun(() -> settled.accept(1));
            }
        });
        return deliveries::close;
    }
}
