package io.fila.server.grpc.call;

import io.fila.server.port.ConnectionLimit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** What goes over the gRPC ports, counted. Any thread. */
public final class Traffic {
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final List<ConnectionLimit> ports = new CopyOnWriteArrayList<>();
    private final Map<Object, IntSupplier> consumers = new ConcurrentHashMap<>();
    private final Map<Object, IntSupplier> producers = new ConcurrentHashMap<>();

    public Traffic() {}

    public void count(ConnectionLimit port) {
        ports.add(port);
    }

    /** Counts the streams of one of several owners, instead of those it had. */
    public void count(Object owner, IntSupplier openConsumers, IntSupplier openProducers) {
        consumers.put(owner, openConsumers);
        producers.put(owner, openProducers);
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
        return consumers.values().stream().mapToInt(IntSupplier::getAsInt).sum();
    }

    public int producerStreams() {
        return producers.values().stream().mapToInt(IntSupplier::getAsInt).sum();
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
