package io.fila.cluster;

import io.fila.storage.DiskGauge;
import io.fila.storage.StorageSettings;
import io.fila.storage.rocks.StorageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the room on a node's disk. While there is too little, the cluster is told, so that another node leads and new messages
 * are refused if a majority has too little. A follower can't refuse what the others have agreed on: it ends while there is still
 * room to end well, because a log that could not be written is broken for good. One thread looks, any may read.
 */
final class DiskGuard {
    private static final Logger log = LoggerFactory.getLogger(DiskGuard.class);

    /** The part of the room that new messages must leave, below which the node ends. */
    private static final int LAST_RESERVE_FRACTION = 4;

    /** More than that is hardly written, by whoever it may be. */
    private static final long FASTEST_BYTES_A_MILLI = 1 << 20;

    private static final long SHORTEST_PAUSE_MILLIS = 50;

    private final DiskGauge gauge;
    private final long lastReserveBytes;
    private final Closing closing;
    private final Consumer<Throwable> onFailure;
    private volatile boolean low;
    private volatile long freeBytes = Long.MAX_VALUE;

    DiskGuard(Path directory, StorageSettings settings, Closing closing, Consumer<Throwable> onFailure) {
        this.gauge = DiskGauge.of(directory, settings);
        this.lastReserveBytes = settings.minFreeBytes() / LAST_RESERVE_FRACTION;
        this.closing = closing;
        this.onFailure = onFailure;
    }

    boolean isLow() {
        return low;
    }

    /** What the last look found. */
    long freeBytes() {
        return freeBytes;
    }

    /** What may be written before this node ends. */
    long spareBytes() {
        return Math.max(0, gauge.freeBytes() - lastReserveBytes);
    }

    void watchUntilClosed() {
        while (!closing.hasBegun()) {
            if (isOut()) {
                onFailure.accept(
                        new ClusterException(
                                "Expected room for the cluster's log but the disk has only " + freeBytes
                                        + " bytes left; this node ends before its log is damaged. Free some and start it again."));
                return;
            }
            closing.pause(pause());
        }
    }

    /** The less there is above what must be left, the sooner it may be gone. */
    private Duration pause() {
        long aboveReserve = Math.max(0, freeBytes - lastReserveBytes);
        Duration untilGone = Duration.ofMillis(Math.max(SHORTEST_PAUSE_MILLIS, aboveReserve / FASTEST_BYTES_A_MILLI));
        return untilGone.compareTo(gauge.pause()) < 0 ? untilGone : gauge.pause();
    }

    private boolean isOut() {
        try {
            low = gauge.isLow();
            freeBytes = gauge.freeBytes();
            return freeBytes < lastReserveBytes;
        } catch (StorageException unreadable) {
            log.warn("{}", unreadable.getMessage());
            return false;
        }
    }
}
