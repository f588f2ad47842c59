package io.fila.storage.rocks;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Copies files a piece at a time, each synced before the next: a broker that works on the same disk waits behind a piece, never
 * behind a whole file that the operating system has gathered. Between two pieces the disk is the broker's, nine tenths of the time.
 */
public final class PacedCopy {
    private static final long PIECE_BYTES = 1 << 20;

    /** Rests nine times as long as a piece took, because the broker's own syncs wait behind that of a piece. */
    private static final int TIMES_A_PIECE = 10;

    /** The largest piece, however fast the disk. */
    private static final long BYTES_PER_SECOND = 64 << 20;

    private static final long NANOS_A_PIECE = Duration.ofSeconds(1).toNanos() * PIECE_BYTES / BYTES_PER_SECOND;

    private final BooleanSupplier isClosing;

    /** @param isClosing true when nobody has time for the rest */
    PacedCopy(BooleanSupplier isClosing) {
        this.isClosing = isClosing;
    }

    /** Copies the beginning of a file, which may be growing, into a new one. */
    public void copy(Path from, Path to, long bytes) throws IOException {
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel target = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long copied = 0;
            while (copied < bytes) {
                long began = System.nanoTime();
                long piece = source.transferTo(copied, Math.min(PIECE_BYTES, bytes - copied), target);
                if (piece <= 0) {
                    throw new EOFException(from + " ends at byte " + copied + " and not at " + bytes);
                }
                copied += piece;
                target.force(false);
                if (copied < bytes) {
                    rest(began);
                }
            }
        }
    }

    private void rest(long began) throws IOException {
        long now = System.nanoTime();
        long next = began + Math.max(NANOS_A_PIECE, TIMES_A_PIECE * (now - began));
        LockSupport.parkNanos(this, next - now);
        if (isClosing.getAsBoolean()) {
            throw new IOException("the broker stops");
        }
    }
}
