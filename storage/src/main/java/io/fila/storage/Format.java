package io.fila.storage;

import io.fila.storage.rocks.DirectoryTree;
import io.fila.storage.rocks.FileFault;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;

/** The format version of a data directory, in a file of its own. A program that does not know the version touches nothing. */
final class Format {
    /** Of tables and turns, which is all a node of a cluster has. Nodes tell it each other: what they send are bytes of this format. */
    static final int TURNS = 3;

    /** Of a single broker's directory, which has a log too. */
    private static final String BROKER = "4";

    /** The format of a node of a cluster: the log belongs to the cluster. */
    private static final String REPLICA = TURNS + " of a cluster";

    /** What a backup of a cluster with several shards has: a database for each, to be put together. */
    private static final String SHARDS = TURNS + " of several shards";

    /** Single brokers' directories with RocksDB's own log, and with a log whose frames anybody could make up. */
    private static final Set<String> OLD_VERSIONS = Set.of("2", "3");

    static final String FILE = "format";

    private Format() {}

    /** Writes the version into a new directory, or checks that an old one has ours. */
    static void claim(Path directory) {
        if (Files.exists(directory.resolve(FILE))) {
            check(directory);
        } else {
            stamp(directory);
        }
    }

    /**
     * The same for a node of a cluster.
     *
     * @throws StorageException if a single broker has used the directory
     */
    static void claimReplica(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            stamp(directory, REPLICA);
        } else if (!read(file).equals(REPLICA)) {
            check(directory);
            throw new StorageException("Expected the data of a node of a cluster but " + directory
                    + " belongs to a single broker; choose another data directory, or set cluster.enabled = false.");
        }
    }

    /** Whether a directory has a version before ours. */
    static boolean isOld(Path directory) {
        return OLD_VERSIONS.contains(read(directory.resolve(FILE)));
    }

    /** Checks that this program can read a directory's version. */
    static void check(Path directory) {
        Path file = directory.resolve(FILE);
        String found = read(file);
        if (found.equals(REPLICA)) {
            throw new StorageException("Expected the data of a single broker but " + directory
                    + " belongs to a node of a cluster; set cluster.enabled = true, or choose another data directory.");
        }
        if (found.equals(SHARDS)) {
            throw new StorageException("Expected the data of a broker but " + directory
                    + " is a backup of a cluster with several shards; make a data directory of it with fila restore.");
        }
        if (!found.equals(BROKER) && !OLD_VERSIONS.contains(found)) {
            throw new StorageException("Expected data of format " + BROKER + " but " + file + " says \"" + found
                    + "\"; run the version of Fila that wrote it, or choose another data directory.");
        }
    }

    /** Whether a directory is a backup of several shards. */
    static boolean isOfShards(Path directory) {
        return read(directory.resolve(FILE)).equals(SHARDS);
    }

    static void stampShards(Path directory) {
        stamp(directory, SHARDS);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to read " + file + " but could not: " + FileFault.explain(failure) + "; check the disk.",
                    failure);
        }
    }

    /** Writes our version. */
    static void stamp(Path directory) {
        stamp(directory, BROKER);
    }

    private static void stamp(Path directory, String version) {
        Path file = directory.resolve(FILE);
        Path draft = directory.resolve(FILE + ".new");
        try {
            Files.write(draft, (version + "\n").getBytes(StandardCharsets.UTF_8));
            // After a power cut the file would be empty, and nobody could open what was confirmed meanwhile.
            DirectoryTree.sync(draft);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            DirectoryTree.sync(directory);
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to write " + file + " but could not: " + FileFault.explain(failure)
                            + "; check the directory's permissions and the disk.",
                    failure);
        }
    }
}
