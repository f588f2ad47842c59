package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A look at RocksDB's write-ahead log before RocksDB opens it. A crash may leave the end of the log torn: what is there was
 * never confirmed, and it is cut off. Damage with sound records after it is another matter: RocksDB would open and keep
 * silent about everything from the damage on, so the directory is refused instead.
 */
final class WalCheck {
    private static final String SUFFIX = ".log";

    private @Nullable Damage damage;
    private long nextSequence = LogRecord.NO_SEQUENCE;

    /** Where sound records ended. */
    private record Damage(Path file, long offset) {}

    private WalCheck() {}

    static void check(Path directory) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try {
            Damage torn = look(directory);
            if (torn != null) {
                cutOff(torn);
            }
        } catch (IOException failure) {
            throw unreadable(directory, failure);
        }
    }

    /** What would keep a broker from starting on this log; null if nothing. Changes nothing. */
    static @Nullable String fault(Path directory) {
        try {
            Damage _ = look(directory);
            return null;
        } catch (IOException failure) {
            return unreadable(directory, failure).getMessage();
        } catch (StorageException damaged) {
            return damaged.getMessage();
        }
    }

    /** Where the end of the log is torn, or null if it is not. */
    private static @Nullable Damage look(Path directory) throws IOException {
        WalCheck check = new WalCheck();
        for (Path file : logFiles(directory)) {
            try {
                check.read(file);
            } catch (NoSuchFileException emptied) {
                // A broker that works here has no more use for it.
            }
        }
        return check.damage;
    }

    private static StorageException unreadable(Path directory, IOException failure) {
        return new StorageException(
                "Expected to read the log in " + directory + " but could not: " + FileFault.explain(failure)
                        + "; check the disk.",
                failure);
    }

    private static List<Path> logFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+\\" + SUFFIX))
                    .sorted(Comparator.comparingLong(WalCheck::number))
                    .toList();
        }
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    }

    private void read(Path file) throws IOException {
        LogReader reader = LogReader.of(file);
        LogRecord next;
        while ((next = reader.next()) != null) {
            if (damage == null && reader.damagedAt() >= 0) {
                damage = new Damage(file, reader.damagedAt());
            }
            if (damage != null && next.sequence() != nextSequence) {
                throw refusal(damage);
            }
            // The writer continued after a torn end, so nothing is missing.
            damage = null;
            nextSequence = next.nextSequence();
            reader.forgetDamage();
        }
        if (damage == null && reader.damagedAt() >= 0) {
            damage = new Damage(file, reader.damagedAt());
        }
    }

    private static void cutOff(Damage torn) throws IOException {
        try (FileChannel channel = FileChannel.open(torn.file(), StandardOpenOption.WRITE)) {
            channel.truncate(torn.offset());
            channel.force(true);
        }
    }

    private static StorageException refusal(Damage damage) {
        Path file = damage.file().toAbsolutePath();
        return new StorageException("Expected a sound log but " + file + " is damaged at byte " + damage.offset()
                + " and confirmed changes follow; restore the data directory from a backup, or give up every change"
                + " from there on: run 'truncate -s " + damage.offset() + " " + file
                + "', delete the .log files with higher numbers beside it, and start again.");
    }
}
