package io.fila.storage;

import io.fila.storage.log.Log;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.DirectoryTree;
import io.fila.storage.rocks.FileFault;
import io.fila.storage.rocks.ShardMerge;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of a data directory as it was at one moment. It is made under a temporary name and renamed when it is complete, so an
 * interrupted backup is never mistaken for a whole one.
 */
public final class Backup {
    private static final String UNFINISHED = ".unfinished";

    /** Has all shards but the first, by number. */
    private static final String SHARDS = "shards";

    private Backup() {}

    /**
     * What was made.
     *
     * @param bytes of all files, those that are shared with the original too
     */
    public record Size(int files, long bytes) {}

    static Size make(Database database, Log log, Path target) {
        return make(target, draft -> {
            try (Log.Hold hold = log.hold()) {
                database.copyTo(draft.resolve(RocksStore.SUBDIRECTORY), copying -> {
                    hold.copyTo(draft.resolve(RocksStore.LOG), copying);
                    // Copying tables may take long; until then the log may free space as usual.
                    hold.end();
                });
            }
        });
    }

    /**
     * Makes a backup of several shards, each as it is at a moment. A restore puts them together.
     *
     * @param shards make a copy of the database of each; the first of them has what is not of a queue
     */
    public static Size ofShards(Path target, List<Copying> shards) {
        return make(target.toAbsolutePath(), draft -> {
            Format.stampShards(draft);
            for (int shard = 0; shard < shards.size(); shard++) {
                Path home = shard == 0 ? draft : Files.createDirectories(ofShard(draft, shard));
                shards.get(shard).copyTo(home.resolve(RocksStore.SUBDIRECTORY));
            }
        });
    }

    private static Path ofShard(Path backup, int shard) {
        return backup.resolve(SHARDS).resolve(Integer.toString(shard));
    }

    /** Makes a copy in a directory. */
    public interface Copying {
        void copyTo(Path directory) throws IOException;
    }

    static Size make(Path target, Copying copying) {
        requireNothing(target);
        Path draft = target.resolveSibling(target.getFileName() + UNFINISHED);
        try {
            DirectoryTree.delete(draft);
            DirectoryTree.make(draft);
            copying.copyTo(draft);
            if (Files.notExists(draft.resolve(Format.FILE))) {
                Format.claim(draft);
            }
            return finish(draft, target, DirectoryTree::sync);
        } catch (IOException | RuntimeException failure) {
            throw failed("make a backup in " + target, draft, failure);
        }
    }

    /**
     * Makes a data directory of a backup, by copying: a backup can be restored any number of times.
     *
     * @throws StorageException if the backup is none, or the directory is there already
     */
    public static Size restore(Path backup, Path directory) {
        return restore(backup, directory, DirectoryTree::sync);
    }

    /** Makes a file durable, or the names in a directory. */
    interface Sync {
        void of(Path path) throws IOException;
    }

    static Size restore(Path backup, Path directory, Sync sync) {
        if (!Files.isRegularFile(backup.resolve(Format.FILE))
                || !Files.isDirectory(backup.resolve(RocksStore.SUBDIRECTORY))) {
            throw new StorageException("Expected a backup in " + backup
                    + " but it has no format and no database; name a directory that `fila backup` made.");
        }
        boolean isOfShards = Format.isOfShards(backup);
        if (!isOfShards) {
            Format.check(backup);
        }
        requireNothing(directory);
        Path draft = directory.toAbsolutePath().resolveSibling(directory.getFileName() + UNFINISHED);
        try {
            DirectoryTree.delete(draft);
            DirectoryTree.make(draft);
            copy(backup.resolve(RocksStore.SUBDIRECTORY), draft.resolve(RocksStore.SUBDIRECTORY), sync);
            if (Files.isDirectory(backup.resolve(RocksStore.LOG))) {
                copy(backup.resolve(RocksStore.LOG), draft.resolve(RocksStore.LOG), sync);
            }
            if (isOfShards) {
                ShardMerge.into(
                        draft.resolve(RocksStore.SUBDIRECTORY),
                        otherShards(backup),
                        StorageSettings.defaults().allowance());
                Format.claim(draft);
            } else {
                copyFile(backup.resolve(Format.FILE), draft.resolve(Format.FILE), sync);
            }
            return finish(draft, directory, sync);
        } catch (IOException | RuntimeException failure) {
            throw failed("restore " + backup + " to " + directory, draft, failure);
        }
    }

    private static List<Path> otherShards(Path backup) {
        List<Path> others = new ArrayList<>();
        for (int shard = 1; Files.isDirectory(ofShard(backup, shard)); shard++) {
            others.add(ofShard(backup, shard).resolve(RocksStore.SUBDIRECTORY));
        }
        return others;
    }

    /** An empty directory is allowed: mounting a disk creates one. */
    private static void requireNothing(Path target) {
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.isDirectory(target) ? Files.list(target) : Stream.of(target)) {
            if (files.findAny().isPresent()) {
                throw new StorageException("Expected nothing at " + target
                        + " but something is there; name a directory that does not exist, or an empty one.");
            }
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to look into " + target + " but could not: " + FileFault.explain(failure) + ".", failure);
        }
    }

    /** Gives a copy its name. Every file in it must be on the disk. */
    private static Size finish(Path draft, Path target, Sync sync) throws IOException {
        Size size = sizeOf(draft);
        StopMark.leave(draft);
        try (Stream<Path> directories = Files.walk(draft).filter(Files::isDirectory)) {
            for (Path each : (Iterable<Path>) directories::iterator) {
                sync.of(each);
            }
        }
        Files.deleteIfExists(target);
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        Path parent = target.toAbsolutePath().getParent();
        if (parent != null) {
            sync.of(parent);
        }
        return size;
    }

    private static void copyFile(Path from, Path to, Sync sync) throws IOException {
        Files.copy(from, to);
        sync.of(to);
    }

    private static void copy(Path from, Path to, Sync sync) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                copyFile(file, to.resolve(file.getFileName().toString()), sync);
            }
        }
    }

    private static Size sizeOf(Path directory) throws IOException {
        int count = 0;
        long bytes = 0;
        try (Stream<Path> files = Files.walk(directory).filter(Files::isRegularFile)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                count++;
                bytes += Files.size(file);
            }
        }
        return new Size(count, bytes);
    }

    private static StorageException failed(String aim, Path draft, Exception failure) {
        try {
            DirectoryTree.delete(draft);
        } catch (IOException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
        if (failure instanceof StorageException known) {
            return known;
        }
        String why = failure instanceof IOException fault ? FileFault.explain(fault) : failure.toString();
        return new StorageException(
                "Expected to " + aim + " but could not: " + why + "; check the room and the permissions there.",
                failure);
    }
}
