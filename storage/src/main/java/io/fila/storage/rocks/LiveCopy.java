package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.rocksdb.LogFile;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A second database of what is in one at a moment, while that one is written to. What is only in the log is copied with the
 * log. RocksDB's own checkpoint moves it into tables first, and those have to be compacted: work that falls due anyway, but later,
 * when most messages are gone.
 */
final class LiveCopy {
    private static final String CURRENT = "CURRENT";
    private static final String MANIFEST = "MANIFEST-";
    private static final String TABLE = ".sst";

    private final Path from;
    private final Path to;
    private final PacedCopy copying;
    private boolean linkable = true;

    private LiveCopy(Path from, Path to, BooleanSupplier isClosing) {
        this.from = from;
        this.to = to;
        this.copying = new PacedCopy(isClosing);
    }

    /**
     * Makes one.
     *
     * @param to not there yet; what is there after a failure is no database
     * @param log copies what tables and RocksDB's own log lack
     */
    static void make(RocksDB rocks, Path from, Path to, LogCopy log, BooleanSupplier isClosing)
            throws RocksDBException, IOException {
        rocks.disableFileDeletions();
        try {
            // Tables first: everything that they lack is in the log, which only grows until its files are looked at.
            RocksDB.LiveFiles live = rocks.getLiveFiles(false);
            List<LogFile> logs = rocks.getSortedWalFiles();
            Files.createDirectories(to);
            LiveCopy copy = new LiveCopy(from, to, isClosing);
            log.make(copy.copying);
            copy.takeLogs(logs);
            for (String file : live.files) {
                copy.take(name(file), live.manifestFileSize);
            }
        } finally {
            rocks.enableFileDeletions();
        }
        DirectoryTree.sync(to);
    }

    /** RocksDB begins every name with a slash. */
    private static String name(String file) {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    /** The last is written to. The others are finished, and may be shared. */
    private void takeLogs(List<LogFile> logs) throws IOException {
        if (logs.isEmpty()) {
            return;
        }
        for (LogFile finished : logs.subList(0, logs.size() - 1)) {
            share(name(finished.pathName()));
        }
        String last = name(logs.getLast().pathName());
        copying.copy(from.resolve(last), to.resolve(last), logs.getLast().sizeFileBytes());
    }

    private void take(String name, long manifestBytes) throws IOException {
        if (name.startsWith(MANIFEST)) {
            copying.copy(from.resolve(name), to.resolve(name), manifestBytes);
            // The file itself may name a later one by now.
            Files.writeString(to.resolve(CURRENT), name + "\n");
            DirectoryTree.sync(to.resolve(CURRENT));
        } else if (name.endsWith(TABLE)) {
            share(name);
        } else if (!name.equals(CURRENT)) {
            copyAll(name);
        }
    }

    /** What never changes any more is one file with two names, where the file system can do that. */
    private void share(String name) throws IOException {
        if (linkable) {
            try {
                Files.createLink(to.resolve(name), from.resolve(name));
                return;
            } catch (FileSystemException | UnsupportedOperationException otherDisk) {
                linkable = false;
            }
        }
        copyAll(name);
    }

    private void copyAll(String name) throws IOException {
        copying.copy(from.resolve(name), to.resolve(name), Files.size(from.resolve(name)));
    }
}
