package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.PeerId;
import java.util.BitSet;

/** A peer that announced itself here. */
final class LocalPeer {
    private final Endpoint endpoint;
    private final BitSet knownBy = new BitSet(0);
    private PeerId id;
    private boolean seeding;
    private long seenMillis;

    LocalPeer(Announce announce, long nowMillis) {
        endpoint = announce.endpoint();
        id = announce.peer();
        seeding = announce.seeding();
        seenMillis = nowMillis;
    }

    void hear(Announce announce, long nowMillis) {
        id = announce.peer();
        seeding = announce.seeding();
        seenMillis = nowMillis;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    PeerId id() {
        return id;
    }

    boolean seeding() {
        return seeding;
    }

    long seenMillis() {
        return seenMillis;
    }

    /** The forwarders that were told of it. */
    BitSet knownBy() {
        return knownBy;
    }
}
