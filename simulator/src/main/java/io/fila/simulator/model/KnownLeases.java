package io.fila.simulator.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The messages that are with consumers, by the end of their leases. */
public final class KnownLeases {
    private static final Comparator<KnownMessage> END_OF_LEASE =
            Comparator.comparingLong(KnownMessage::dueNanos).thenComparingLong(KnownMessage::leaseOrder);

    private final TreeSet<KnownMessage> byEnd = new TreeSet<>(END_OF_LEASE);
    private long nextOrder;

    public SortedSet<KnownMessage> byEnd() {
        return byEnd;
    }

    /** The leases that are over, in order. */
    List<KnownMessage> over(long nowNanos, int limit) {
        return byEnd.stream()
                .takeWhile(message -> message.dueNanos <= nowNanos)
                .limit(limit)
                .toList();
    }

    void begin(KnownMessage message, @Nullable KnownConsumer consumer, long leaseId, long deadlineNanos) {
        message.leaseId = leaseId;
        message.flow().leased++;
        message.queue().leased++;
        message.state = KnownMessage.State.LEASED;
        message.holder = consumer;
        set(message, deadlineNanos);
        if (consumer != null) {
            consumer.credit--;
            consumer.held++;
        }
    }

    void extend(KnownMessage message, long deadlineNanos) {
        byEnd.remove(message);
        set(message, deadlineNanos);
    }

    private void set(KnownMessage message, long deadlineNanos) {
        message.recordedDeadlineNanos = deadlineNanos;
        message.dueNanos = deadlineNanos;
        message.leaseOrder = nextOrder++;
        byEnd.add(message);
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

    void forget(KnownMessage message) {
        byEnd.remove(message);
    }

    /** Nobody holds them any more, and none lasts longer than it was to last from now on. */
    List<KnownMessage> restart(long nowNanos) {
        List<KnownMessage> held = new ArrayList<>(byEnd);
        held.sort(Comparator.comparing((KnownMessage message) -> message.queue().id())
                .thenComparing(KnownMessage::id));
        byEnd.clear();
        for (KnownMessage message : held) {
            long usual = message.queue().config().visibilityTimeout().toNanos();
            long longest = Math.max(usual, message.recordedDeadlineNanos - message.leaseId);
            message.dueNanos = Math.min(message.recordedDeadlineNanos, nowNanos + longest);
            message.leaseOrder = nextOrder++;
            message.inQuestion = false;
            message.holder = null;
            byEnd.add(message);
        }
        return held;
    }
}
