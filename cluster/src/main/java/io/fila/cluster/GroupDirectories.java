package io.fila.cluster;

import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ratis.protocol.RaftGroupId;

/** The directories of the groups, as the engine makes them. */
final class GroupDirectories {
    private static final String CURRENT = "current";

    /** Tells the members, once they are committed. */
    private static final String MEMBERS = "raft-meta.conf";

    /** What a log file begins with before there is an entry in it; what it has room for is filled with zeros. */
    private static final int HEADER_BYTES = 8;

    /** An entry has more than zeros in as many bytes. */
    private static final int ENTRY_BYTES = 64;

    private GroupDirectories() {}

    /** Where the engine has what belongs to a group. */
    static Path of(Path logs, RaftGroupId group) {
        return logs.resolve(group.getUuid().toString());
    }

    /**
     * Deletes the directories of groups in which nothing has ever been. Of the node that founds a cluster: if it ended while it did,
     * the engine would go on with groups without members.
     *
     * @param logs where the engine has a directory for each group
     */
    static void deleteUnbegun(Path logs) throws IOException {
        if (Files.notExists(logs)) {
            return;
        }
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(logs)) {
            for (Path group : groups) {
                if (Files.isDirectory(group) && !hasBegun(group.resolve(CURRENT))) {
                    DirectoryTree.delete(group);
                }
            }
        }
    }

    /** Whether there is something in the log of a group. */
    static boolean hasBegun(Path logs, RaftGroupId group) throws IOException {
        return hasBegun(of(logs, group).resolve(CURRENT));
    }

    private static boolean hasBegun(Path current) throws IOException {
        if (Files.notExists(current)) {
            return false;
        }
        if (Files.exists(current.resolve(MEMBERS))) {
            return true;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(current, "log_*")) {
            for (Path file : files) {
                if (hasEntries(file)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasEntries(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(Math.min(HEADER_BYTES, Files.size(file)));
            for (byte each : in.readNBytes(ENTRY_BYTES)) {
                if (each != 0) {
                    return true;
                }
            }
            return false;
        }
    }
}
