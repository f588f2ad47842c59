package io.fila.server.grpc.message;

import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.server.enqueue.BytesUnderWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that wait for the transport of a consumer. Bodies are kept up to a limit; further ones are dropped and read
 * again in time. The broker thread adds, the worker of the stream takes.
 */
final class PendingDeliveries {
    /** Bytes of bodies kept for one stream. */
    private static final int HELD_BYTES = 1024 * 1024;

    private final BytesUnderWay heldByAll;
    private final Queue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger heldBytes = new AtomicInteger();

    /**
     * None yet.
     *
     * @param heldByAll what the streams together keep
     */
    PendingDeliveries(BytesUnderWay heldByAll) {
        this.heldByAll = heldByAll;
    }

    /** Adds a delivery; returns the bytes that are now kept. */
    int add(Delivery delivery) {
        deliveries.add(held(delivery));
        return heldBytes.get();
    }

    boolean isEmpty() {
        return deliveries.isEmpty();
    }

    @Nullable Delivery peek() {
        return deliveries.peek();
    }

    /** The next ones, at most so many, as far as their bodies have to be read from the same queue. */
    List<Delivery> withoutBody(int most) {
        List<Delivery> next = new ArrayList<>();
        for (Delivery each : deliveries) {
            boolean isAlike = each.body() == null
                    && (next.isEmpty() || each.queueId().equals(next.getFirst().queueId()));
            if (!isAlike || next.size() == most) {
                break;
            }
            next.add(each);
        }
        return next;
    }

    @Nullable Delivery take() {
        Delivery delivery = deliveries.poll();
        Body body = delivery == null ? null : delivery.body();
        if (body != null) {
            heldBytes.addAndGet(-body.size());
            heldByAll.giveBack(body.size());
        }
        return delivery;
    }

    void discard() {
        while (take() != null) {}
    }

    private Delivery held(Delivery delivery) {
        Body body = delivery.body();
        if (body == null) {
            return delivery;
        }
        int size = body.size();
        int before = heldBytes.getAndAdd(size);
        if ((before > 0 && before + size > HELD_BYTES) || !heldByAll.take(size)) {
            heldBytes.addAndGet(-size);
            return delivery.with(null);
        }
        return delivery;
    }
}
