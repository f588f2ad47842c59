package io.fila.storage;

import io.fila.storage.rocks.StorageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How much room the data directory's disk has left. Low below the watermark, and no longer low only well above it, so that
 * a disk at the mark does not switch to and fro. One thread.
 */
public final class DiskGauge {
    /** Room above the watermark, as a fraction of it, that ends the shortage. */
    private static final int HYSTERESIS_FRACTION = 4;

    /** We assume that no disk fills faster, so the watermark is not passed by much between two looks. */
    private static final long FASTEST_BYTES_PER_MILLI = 1L << 20;

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Room room;
    private final long minFreeBytes;
    private boolean low;
    private long free;

    /** Where the free bytes are read. */
    interface Room {
        long freeBytes();
    }

    DiskGauge(Room room, long minFreeBytes) {
        this.room = room;
        this.minFreeBytes = minFreeBytes;
    }

    public static DiskGauge of(Path directory, StorageSettings settings) {
        return new DiskGauge(() -> usableBytes(directory), settings.minFreeBytes());
    }

    /** Of room that is read elsewhere. */
    public static DiskGauge of(LongSupplier freeBytes, StorageSettings settings) {
        return new DiskGauge(freeBytes::getAsLong, settings.minFreeBytes());
    }

    /** Reads the disk, and tells whether there is too little room for new messages. */
    public boolean isLow() {
        free = room.freeBytes();
        low = low ? free < minFreeBytes + minFreeBytes / HYSTERESIS_FRACTION : free < minFreeBytes;
        return low;
    }

    /** The result of the last look. */
    public long freeBytes() {
        return free;
    }

    /** How long the disk may be left alone after a look: the less room there is above the watermark, the shorter. */
    public Duration pause() {
        if (low) {
            return LONGEST_PAUSE;
        }
        long millis = (free - minFreeBytes) / FASTEST_BYTES_PER_MILLI;
        return Duration.ofMillis(Math.clamp(millis, SHORTEST_PAUSE.toMillis(), LONGEST_PAUSE.toMillis()));
    }

    /** Asks the directory itself: {@code FileStore} reads the table of mounts, which is empty inside a chroot. */
    private static long usableBytes(Path directory) {
        long bytes = directory.toFile().getUsableSpace();
        if (bytes == 0 && Files.notExists(directory)) {
            throw new StorageException(
                    "Expected to read the free space of " + directory + " but it is not there; check the disk.");
        }
        return bytes;
    }
}
