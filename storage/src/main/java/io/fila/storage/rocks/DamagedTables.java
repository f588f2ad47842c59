package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;

/**
 * The table files of a database with damage in it, read without RocksDB. Slow, and only in use from the first damaged block
 * on. Any thread.
 */
final class DamagedTables {
    /** Files kept read; a file's index of records takes four bytes of heap a record. */
    private static final int FILES_KEPT = 16;

    private static final int TRIES = 3;

    private final Map<Path, TableFile> files = new LinkedHashMap<>(FILES_KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, TableFile> eldest) {
            return size() > FILES_KEPT;
        }
    };

    /** What the files hold under a key: intact bytes, bytes with a wrong checksum, or nothing. */
    byte @Nullable [] newest(RocksDB rocks, Family family, byte[] key) {
        return retrying(() -> {
            TableFile.Entry newest = null;
            TableFile.Stretch broken = null;
            for (LiveFileMetaData covering : covering(rocks, family, key, Sweep.successor(key))) {
                TableFile file = read(covering);
                TableFile.Entry found = file.find(key);
                if (found != null && (newest == null || newest.sequence() < found.sequence())) {
                    newest = found;
                }
                TableFile.Stretch claims = file.findBroken(key);
                if (claims != null && (broken == null || broken.sequence() < claims.sequence())) {
                    broken = claims;
                }
            }
            if (broken != null && (newest == null || newest.sequence() < broken.sequence())) {
                return broken.value();
            }
            return newest == null || newest.isDeletion() ? null : newest.value();
        });
    }

    /** The first key of a range in any file; null if there is none. It may be deleted by now. */
    byte @Nullable [] firstKey(RocksDB rocks, Family family, byte[] from, byte @Nullable [] to) {
        return retrying(() -> {
            byte[] first = null;
            for (LiveFileMetaData covering : covering(rocks, family, from, to)) {
                if (first != null && Arrays.compareUnsigned(covering.smallestKey(), first) > 0) {
                    break;
                }
                byte[] key = read(covering).firstKey(from);
                if (key != null && (first == null || Arrays.compareUnsigned(key, first) < 0)) {
                    first = key;
                }
            }
            return first == null || !isBefore(first, to) ? null : first;
        });
    }

    /** The damaged records of a range. */
    List<TableFile.Stretch> broken(RocksDB rocks, Family family, byte[] from, byte @Nullable [] to) {
        List<TableFile.Stretch> all = retrying(() -> {
            List<TableFile.Stretch> found = new ArrayList<>();
            for (LiveFileMetaData covering : covering(rocks, family, from, to)) {
                found.addAll(read(covering).broken());
            }
            return found;
        });
        return all == null
                ? List.of()
                : all.stream()
                        .filter(stretch ->
                                Arrays.compareUnsigned(from, stretch.key()) <= 0 && isBefore(stretch.key(), to))
                        .toList();
    }

    /** Reads files; if one is compacted away meanwhile, reads its successors. */
    private interface Look<T> {
        @Nullable T take() throws IOException;
    }

    private static <T> @Nullable T retrying(Look<T> look) {
        for (int tries = TRIES; ; tries--) {
            try {
                return look.take();
            } catch (NoSuchFileException compactedAway) {
                if (tries == 0) {
                    throw unreadable(compactedAway);
                }
            } catch (IOException failure) {
                throw unreadable(failure);
            }
        }
    }

    /** The files that may hold keys of a range, those with the smallest keys first. */
    private static List<LiveFileMetaData> covering(RocksDB rocks, Family family, byte[] from, byte @Nullable [] to) {
        return rocks.getLiveFilesMetaData().stream()
                .filter(file -> Arrays.equals(file.columnFamilyName(), family.titleBytes())
                        && Arrays.compareUnsigned(from, file.largestKey()) <= 0
                        && isBefore(file.smallestKey(), to))
                .sorted((left, right) -> Arrays.compareUnsigned(left.smallestKey(), right.smallestKey()))
                .toList();
    }

    private static boolean isBefore(byte[] key, byte @Nullable [] end) {
        return end == null || Arrays.compareUnsigned(key, end) < 0;
    }

    private TableFile read(LiveFileMetaData file) throws IOException {
        return read(Path.of(file.path(), file.fileName()));
    }

    private synchronized TableFile read(Path path) throws IOException {
        TableFile file = files.get(path);
        if (file == null) {
            file = TableFile.read(path);
            files.put(path, file);
        }
        return file;
    }

    private static StorageException unreadable(IOException failure) {
        return new StorageException(
                "Expected to read a damaged table file but could not: " + FileFault.explain(failure)
                        + "; check the disk.",
                failure);
    }
}
