package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A full disk, from the first write that fails for want of room to the one that succeeds. RocksDB looks for room by itself
 * and writes again when there is some; until then whoever writes waits here, and nothing that is not on disk gets out.
 */
public final class FullDisk {
    private static final Duration FIRST_WAIT = Duration.ofMillis(20);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

    /** Room with which RocksDB is expected to go on, and how long it may take to notice. */
    private static final long ROOM_BYTES = Allowance.MOST_TABLE_BYTES;

    private static final String NO_ROOM = "No space left";
    private static final String NO_QUOTA = "Disk quota exceeded";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Consumer<String> reports;
    private final BooleanSupplier isClosing;
    private Duration wait = FIRST_WAIT;
    private long roomSinceNanos;
    private boolean hadRoom;

    public FullDisk(Path directory, Consumer<String> reports, BooleanSupplier isClosing) {
        this.directory = directory;
        this.reports = reports;
        this.isClosing = isClosing;
        reports.accept("Expected room on the disk of " + directory + " but it is full; everything waits until some is"
                + " freed, and nothing that was confirmed is lost.");
    }

    /**
     * Whether a file could not be written for want of room. The system says so, but maybe in another language.
     *
     * @param bytes how much was to be written
     */
    public static boolean isFullDisk(IOException failure, Path directory, long bytes) {
        return saysSo(failure) || (Files.exists(directory) && freeBytes(directory) < bytes);
    }

    static boolean saysSo(Exception failure) {
        return String.valueOf(failure.getMessage()).contains(NO_ROOM) || isQuota(failure);
    }

    private static boolean isQuota(Exception failure) {
        return String.valueOf(failure.getMessage()).contains(NO_QUOTA);
    }

    /** Waits before the next attempt. */
    public void await(Exception failure) {
        LockSupport.parkNanos(this, wait.toNanos());
        wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
        if (isClosing.getAsBoolean()) {
            throw new StorageException(
                    "Expected room on the disk of " + directory + " but the store was closed before there was any.",
                    failure);
        }
        // Room beyond a quota is of no use.
        if (isQuota(failure) || freeBytes(directory) < ROOM_BYTES) {
            hadRoom = false;
        } else if (!hadRoom) {
            hadRoom = true;
            roomSinceNanos = System.nanoTime();
        } else if (System.nanoTime() - roomSinceNanos > PATIENCE.toNanos()) {
            throw new StorageException(
                    "Expected to continue now that the disk of " + directory + " has room but could not: "
                            + failure.getMessage() + "; start again.",
                    failure);
        }
    }

    public void isOver() {
        reports.accept("The disk of " + directory + " has room again; the broker continues.");
    }

    /** Asks the directory itself: {@code FileStore} reads the table of mounts, which is empty inside a chroot. */
    private static long freeBytes(Path directory) {
        return directory.toFile().getUsableSpace();
    }
}
