package io.fila.cluster;

import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What the shards of a node have in common.
 *
 * @param directory of the node
 * @param background threads that may wait
 * @param onFailure told if this node can't go on
 */
record Shared(
        ClusterSettings settings,
        Path directory,
        NodeAddress clientAddress,
        NodeCalls calls,
        ClientAddresses clientAddresses,
        DiskGuard disk,
        VotesOnDisk votes,
        Executor background,
        Closing closing,
        ClusterNode.Listening listening,
        Consumer<Throwable> onFailure) {}
