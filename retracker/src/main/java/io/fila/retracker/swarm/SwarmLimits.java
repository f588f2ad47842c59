package io.fila.retracker.swarm;

import java.time.Duration;

/**
 * What is remembered at most.
 *
 * @param age how long a peer is remembered after its last word
 * @param hashes torrents; beyond that the one that was silent longest is forgotten
 * @param peers peers of all torrents that announced themselves here; beyond that, the same
 * @param peersPerHash peers of one torrent; beyond that its peer that was silent longest is forgotten
 * @param forwarderPeers peers of all torrents that forwarders told of; beyond that further ones are not kept
 */
public record SwarmLimits(Duration age, int hashes, int peers, int peersPerHash, int forwarderPeers) {
    /** Peers kept of one forwarder's answer: no client gets more. */
    public static final int PEERS_PER_HARVEST = Selection.MOST;

    /** The share of one of several equal parts; each can hold at least one of everything. */
    SwarmLimits share(int parts) {
        return new SwarmLimits(
                age,
                Math.max(1, hashes / parts),
                Math.max(1, peers / parts),
                peersPerHash,
                Math.max(1, forwarderPeers / parts));
    }
}
