package io.fila.benchmarks.core;

import io.fila.core.consumer.Delivery;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.timer.Timer;
import io.fila.core.timer.Timers;
import java.util.HashMap;
import java.util.Map;

/** What follows every scheduling decision, whoever made it: a lease, its timer, a delivery, and the ack of an older one. */
final class HandOver {
    private static final int IN_FLIGHT = 1024;
    private static final QueueName QUEUE = new QueueName("orders");
    private static final QueueId QUEUE_ID = new QueueId(1);

    private final Map<MessageId, Held> leases = new HashMap<>();
    private final Timers<Held> timers = new Timers<>();
    private final Held[] held = new Held[IN_FLIGHT];
    private long sequence;

    private static final class Held extends Timer {
        private final MessageId id;

        Held(MessageId id) {
            this.id = id;
        }
    }

    HandOver() {
        for (int i = 0; i < IN_FLIGHT; i++) {
            deliver();
        }
    }

    Delivery deliver() {
        int slot = (int) (sequence & (IN_FLIGHT - 1));
        Held oldest = held[slot];
        if (oldest != null) {
            leases.remove(oldest.id);
            timers.cancel(oldest);
        }
        MessageId id = new MessageId(sequence * 0x9E3779B97F4A7C15L, sequence);
        Held lease = new Held(id);
        leases.put(id, lease);
        timers.set(lease, sequence);
        held[slot] = lease;
        sequence++;
        return new Delivery(
                QUEUE_ID, QUEUE, new Envelope(id, Scheduling.DEFAULT, sequence), 0, sequence, sequence, sequence, null);
    }
}
