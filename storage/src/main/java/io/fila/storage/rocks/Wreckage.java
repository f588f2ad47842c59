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
final class Wreckage {
    /** Files kept read; a file's index of records takes four bytes of heap a record. */
    private static final int FILES_KEPT = 16;

    private static final int TRIES = 3;

    private final Map<Path, TableFile> files = new LinkedHashMap<>(FILES_KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, TableFile> eldest) {
            return size() > FILES_KEPT;
        }
    };

    /** What the files say of a key: sound bytes, or bytes with a broken seal, or nothing. */
    byte @Nullable [] newest(RocksDB rocks, Family family, byte[] key) {
        TableFile.Entry newest = null;
        TableFile.Stretch broken = null;
        for (TableFile file : covering(rocks, family, key)) {
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
    }

    /** The first key at or after a key in any file; null if there is none. It may be deleted by now. */
    byte @Nullable [] firstKey(RocksDB rocks, Family family, byte[] from) {
        byte[] first = null;
        for (TableFile file : covering(rocks, family, null)) {
            byte[] key = file.firstKey(from);
            if (key != null && (first == null || Arrays.compareUnsigned(key, first) < 0)) {
                first = key;
            }
        }
        return first;
    }

    /** What was in a family's files and is not sound. */
    List<TableFile.Stretch> broken(RocksDB rocks, Family family) {
        List<TableFile.Stretch> all = new ArrayList<>();
        covering(rocks, family, null).forEach(file -> all.addAll(file.broken()));
        return all;
    }

    /** The files that may hold a key, or all of a family's. */
    private List<TableFile> covering(RocksDB rocks, Family family, byte @Nullable [] key) {
        for (int tries = TRIES; ; tries--) {
            List<TableFile> covering = new ArrayList<>();
            try {
                for (LiveFileMetaData file : rocks.getLiveFilesMetaData()) {
                    if (Arrays.equals(file.columnFamilyName(), family.titleBytes()) && covers(file, key)) {
                        covering.add(read(Path.of(file.path(), file.fileName())));
                    }
                }
                return covering;
            } catch (NoSuchFileException compactedAway) {
                if (tries == 0) {
                    throw unreadable(compactedAway);
                }
            } catch (IOException failure) {
                throw unreadable(failure);
            }
        }
    }

    private static boolean covers(LiveFileMetaData file, byte @Nullable [] key) {
        return key == null
                || (Arrays.compareUnsigned(file.smallestKey(), key) <= 0
                        && Arrays.compareUnsigned(key, file.largestKey()) <= 0);
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
                "Expected to read a damaged table file but could not: " + failure + "; check the disk.", failure);
    }
}
