package io.fila.cluster;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator can set about a node of a cluster.
 *
 * @param nodeId a positive number that no other node has
 * @param bind where other nodes reach this one
 * @param peers where other nodes are reached; empty for the one that begins a cluster
 * @param electionTimeout how long a leader may be silent before others want to lead; up to twice as long, so that not all do at
 *     once
 * @param heartbeatInterval how often a leader that has nothing to say says so
 * @param shards how many logs a cluster has that this node founds; one that exists keeps those it has
 * @param copies how many there should be of each shard; of the first one every node has one
 * @param tls how nodes know each other; null for plaintext
 */
public record ClusterSettings(
        int nodeId,
        NodeAddress bind,
        List<NodeAddress> peers,
        Duration electionTimeout,
        Duration heartbeatInterval,
        int shards,
        int copies,
        @Nullable NodeTls tls) {
    public ClusterSettings {
        peers = List.copyOf(peers);
    }
}
