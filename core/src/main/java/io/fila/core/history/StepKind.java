package io.fila.core.history;

import java.util.EnumSet;
import java.util.Set;

/** What a step was: a message that moved, for a cause of the same name, or something else that happened. */
public enum StepKind {
    ACCEPTED(1),
    CAME_DUE(2),
    LEASED(3),
    EXTENDED(4),
    ACKED(5),
    NACKED(6),
    LEASE_EXPIRED(7),
    DEAD_LETTERED(8),
    REDRIVEN(9),
    MOVED(10),
    CANCELLED(11),
    PURGED(12),
    EXPIRED(13),
    CROWDED_OUT(14),
    QUARANTINED(15),

    /** A lane whose turn it was has to wait for tokens. */
    PARKED(16),

    /** A consumer came. */
    ATTACHED(17),

    /** A consumer went. */
    DETACHED(18),

    /** Deliveries of a key, or of the whole queue, were stopped. */
    PAUSED(19),

    /** They go on. */
    RESUMED(20);

    private static final StepKind[] ALL = values();

    private static final Set<StepKind> DEPARTURES =
            EnumSet.of(ACKED, CANCELLED, PURGED, EXPIRED, CROWDED_OUT, QUARANTINED);

    private static final Set<StepKind> TRANSFERS = EnumSet.of(DEAD_LETTERED, REDRIVEN, MOVED);

    private final int number;

    StepKind(int number) {
        this.number = number;
    }

    /** The one with this number. */
    public static StepKind of(int number) {
        for (StepKind kind : ALL) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw new IllegalArgumentException("Expected the number of a kind of step but found " + number);
    }

    /** What stands for it where it is kept. */
    public int number() {
        return number;
    }

    /** Whether a message was in no queue after it. */
    public boolean isDeparture() {
        return DEPARTURES.contains(this);
    }

    /** Whether it led a message from one queue to another. */
    public boolean isTransfer() {
        return TRANSFERS.contains(this);
    }

    /** Whether a consumer is part of it. */
    public boolean hasConsumer() {
        return this == LEASED || this == ATTACHED || this == DETACHED;
    }
}
