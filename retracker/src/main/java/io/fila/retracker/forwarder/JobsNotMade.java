package io.fila.retracker.forwarder;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Announces that no forwarder got, counted by reason. Thread-safe. */
final class JobsNotMade {
    /** Why. */
    enum Reason {
        /** There was no room in the queue. */
        QUEUE_FULL,
        /** The queue was getting full, and the forwarder had its share of it. */
        SHARE_USED,
        /** There was no room for another job with a time of its own. */
        SCHEDULE_FULL,
        /** The announce has reached its limit of forwarders. */
        FAN_OUT,
        /** There was no room for any of the jobs of a client that was not known, and it was told to come back. */
        TURNED_AWAY,
        /** The same job was waiting, scheduled or under way. */
        DUPLICATE,
        /** Another client's job for the same torrent was scheduled. */
        TWIN,
        /** The client had left, or was back before that could be said. */
        CLIENT_GONE,
        /** The forwarder was suspended, disabled or no longer there when its turn came. */
        FORWARDER_AWAY;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

    JobsNotMade() {
        for (Reason reason : Reason.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    void count(Reason reason) {
        count(reason, 1);
    }

    void count(Reason reason, long jobs) {
        adder(reason).add(jobs);
    }

    /** Jobs for which there was no room. */
    long droppedFull() {
        return adder(Reason.QUEUE_FULL).sum()
                + adder(Reason.SHARE_USED).sum()
                + adder(Reason.SCHEDULE_FULL).sum();
    }

    /** The counts by reason. */
    Map<String, Long> byReason() {
        Map<String, Long> byReason = new LinkedHashMap<>();
        counts.forEach((reason, count) -> byReason.put(reason.word(), count.sum()));
        return byReason;
    }

    private LongAdder adder(Reason reason) {
        return Objects.requireNonNull(counts.get(reason));
    }
}
