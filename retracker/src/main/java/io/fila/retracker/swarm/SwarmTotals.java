package io.fila.retracker.swarm;

/** How much is remembered in all. */
public record SwarmTotals(int hashes, int peers, int seeders, int forwarderPeers, long forgotten, long notKept) {
    static final SwarmTotals NONE = new SwarmTotals(0, 0, 0, 0, 0, 0);

    SwarmTotals plus(SwarmTotals other) {
        return new SwarmTotals(
                hashes + other.hashes,
                peers + other.peers,
                seeders + other.seeders,
                forwarderPeers + other.forwarderPeers,
                forgotten + other.forgotten,
                notKept + other.notKept);
    }
}
