package io.fila.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;

/**
 * Who a node is, in a file of its data directory. A node that has lost its directory is another: the engine goes by what a node has
 * once confirmed, and would never send it again.
 *
 * @param cluster the same on all nodes, made by the first
 * @param incarnation of the data directory
 * @param shards how many groups the cluster has, since it was founded
 */
record NodeIdentity(UUID cluster, int nodeId, String incarnation, int shards) {
    private static final String FILE = "node";
    private static final int INCARNATION_DIGITS = 8;

    /** Of the file: cluster, node, incarnation, shards. */
    private static final int LINES = 4;

    /** Of a file from before there were shards. */
    private static final int OLD_LINES = 3;

    /** Is there once the node was removed from its cluster. */
    private static final String REMOVED = "removed";

    static NodeIdentity fresh(UUID cluster, int nodeId, int shards) {
        String incarnation = UUID.randomUUID().toString().substring(0, INCARNATION_DIGITS);
        return new NodeIdentity(GroupNumber.of(cluster, 0, shards).cluster(), nodeId, incarnation, shards);
    }

    /**
     * Who the node is that used a directory; null if none did.
     *
     * @throws ClusterException if it was another node's, or that node was removed from its cluster
     */
    static @Nullable NodeIdentity read(Path directory, int nodeId) throws IOException {
        Path file = directory.resolve(FILE);
        if (Files.notExists(file)) {
            return null;
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.size() == OLD_LINES) {
            throw new ClusterException("Expected a cluster with shards but " + directory
                    + " was made by an earlier build, before there were any; move the data directories of all nodes away,"
                    + " or run that build.");
        }
        NodeIdentity found = parse(file, lines);
        if (found.nodeId != nodeId) {
            throw new ClusterException(
                    "Expected the data directory of node " + nodeId + " but " + directory + " is node " + found.nodeId
                            + "'s; set cluster.node_id to that, or choose another data directory.");
        }
        if (Files.exists(directory.resolve(REMOVED))) {
            throw new ClusterException("Expected a node of a cluster but node " + nodeId
                    + " was removed from its cluster; move " + directory + " away to let it join anew.");
        }
        return found;
    }

    private static NodeIdentity parse(Path file, List<String> lines) {
        try {
            if (lines.size() == LINES) {
                return new NodeIdentity(
                        UUID.fromString(lines.get(0)),
                        Integer.parseInt(lines.get(1)),
                        lines.get(2),
                        Integer.parseInt(lines.get(3)));
            }
        } catch (IllegalArgumentException damaged) {
            throw unreadable(file, lines, damaged);
        }
        throw unreadable(file, lines, null);
    }

    private static ClusterException unreadable(Path file, List<String> lines, @Nullable Throwable cause) {
        return new ClusterException(
                "Expected this node's identity in " + file + " but found " + lines
                        + "; move the data directory away and start again: the node joins anew.",
                cause);
    }

    /** Keeps the node that used a directory from coming back when it is started again. */
    static void markRemoved(Path directory) throws IOException {
        Files.writeString(directory.resolve(REMOVED), "");
        sync(directory, StandardOpenOption.READ);
    }

    void write(Path directory) throws IOException {
        Path draft = directory.resolve(FILE + ".new");
        Files.write(
                draft,
                List.of(cluster.toString(), Integer.toString(nodeId), incarnation, Integer.toString(shards)),
                StandardCharsets.UTF_8);
        sync(draft, StandardOpenOption.WRITE);
        Files.move(draft, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        sync(directory, StandardOpenOption.READ);
    }

    private static void sync(Path path, StandardOpenOption option) throws IOException {
        try (FileChannel channel = FileChannel.open(path, option)) {
            channel.force(true);
        }
    }

    /** The group of a shard, on all nodes. */
    RaftGroupId groupId(int shard) {
        return GroupNumber.of(cluster, shard, shards).groupId();
    }

    RaftPeerId peerId() {
        return RaftPeerId.valueOf(nodeId + "-" + incarnation);
    }

    /** The node that has a peer id; 0 if it is not one of ours. */
    static int nodeOf(RaftPeerId id) {
        String text = id.toString();
        int dash = text.indexOf('-');
        try {
            return dash < 0 ? 0 : Integer.parseInt(text.substring(0, dash));
        } catch (NumberFormatException strange) {
            return 0;
        }
    }
}
