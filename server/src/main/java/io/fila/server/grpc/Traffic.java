package io.fila.server.grpc;

import io.fila.server.port.ConnectionLimit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** What goes over the gRPC ports, counted. Any thread. */
public final class Traffic {
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final List<ConnectionLimit> ports = new CopyOnWriteArrayList<>();
    private volatile IntSupplier consumers = () -> 0;
    private volatile IntSupplier producers = () -> 0;

    Traffic() {}

    void count(ConnectionLimit port) {
        ports.add(port);
    }

    void count(IntSupplier openConsumers, IntSupplier openProducers) {
        consumers = openConsumers;
        producers = openProducers;
    }

    void received(long bytes) {
        received.add(bytes);
    }

    void sent(long bytes) {
        sent.add(bytes);
    }

    public int connections() {
        return ports.stream().mapToInt(ConnectionLimit::open).sum();
    }

    public int consumerStreams() {
        return consumers.getAsInt();
    }

    public int producerStreams() {
        return producers.getAsInt();
    }

    /** Bytes of messages that came in, compressed as they came. */
    public long receivedBytes() {
        return received.sum();
    }

    /** Bytes of messages that went out. */
    public long sentBytes() {
        return sent.sum();
    }
}
