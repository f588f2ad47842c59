package io.fila.simulator.model;

import io.fila.core.message.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The messages that are with consumers, by the end of their leases. */
final class KnownLeases {
    private final TreeSet<KnownMessage> byEnd =
            new TreeSet<>(Comparator.comparingLong(KnownMessage::dueNanos).thenComparing(KnownMessage::id));

    SortedSet<KnownMessage> byEnd() {
        return byEnd;
    }

    /** Begins a lease, or extends it. */
    void begin(KnownMessage message, Place.Leased lease) {
        byEnd.remove(message);
        message.leaseId = lease.leaseId();
        message.dueNanos = lease.deadlineNanos();
        byEnd.add(message);
    }

    void hand(KnownMessage message, @Nullable KnownConsumer consumer) {
        message.flow().leased++;
        message.queue().leased++;
        message.holder = consumer;
        if (consumer != null) {
            consumer.credit--;
            consumer.held++;
        }
    }

    /** The message is not with a consumer any more. */
    void end(KnownMessage message) {
        byEnd.remove(message);
        message.inQuestion = false;
        if (message.holder != null) {
            message.holder.held--;
        }
        message.holder = null;
        message.flow().leased--;
        message.queue().leased--;
    }

    /** No consumer holds them any longer, and no lease lasts longer from now than it was to last in all. */
    List<KnownMessage> restart(long nowNanos) {
        List<KnownMessage> held = new ArrayList<>(byEnd);
        held.sort(Comparator.comparing((KnownMessage message) -> message.queue().id())
                .thenComparing(KnownMessage::id));
        byEnd.clear();
        for (KnownMessage message : held) {
            Place.Leased lease = message.lease();
            long usual = message.queue().config().visibilityTimeout().toNanos();
            long longest = Math.max(usual, lease.deadlineNanos() - lease.leaseId());
            message.dueNanos = Math.min(lease.deadlineNanos(), nowNanos + longest);
            message.inQuestion = false;
            message.holder = null;
            byEnd.add(message);
        }
        return held;
    }
}
