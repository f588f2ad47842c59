package io.fila.server.grpc.forward;

import io.fila.server.cluster.ClusterView;
import io.fila.server.tls.TlsMaterial;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the edge has to know to be one of several nodes.
 *
 * @param shard the part of the cluster that this is about
 * @param nodeId this node
 * @param tls what the ports of all nodes speak; null for plaintext
 * @param certificatesCount whether a client may be known by its certificate alone
 * @param patience how long a call waits for a node to lead
 */
public record ClusterMembership(
        ClusterView view,
        int shard,
        long nodeId,
        @Nullable TlsMaterial tls,
        boolean certificatesCount,
        Duration patience) {
    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(5);

    /** Elections it may take until a node leads. */
    private static final int ELECTIONS = 4;

    /** How long a call waits where an election takes about so long. */
    public static Duration patience(Duration electionTimeout) {
        Duration whole = electionTimeout.multipliedBy(ELECTIONS);
        return whole.compareTo(LONGEST_PATIENCE) < 0 ? whole : LONGEST_PATIENCE;
    }
}
