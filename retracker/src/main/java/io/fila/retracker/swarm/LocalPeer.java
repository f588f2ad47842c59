package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.PeerId;
import java.util.BitSet;

/** A peer that announced itself here. */
final class LocalPeer {
    private final Endpoint endpoint;
    private final BitSet knownBy = new BitSet(0);
    private PeerId id;
    private boolean seeding;
    private boolean completed;
    private long seenMillis;

    LocalPeer(Announce announce, long nowMillis) {
        endpoint = announce.endpoint();
        id = announce.peer();
        seeding = announce.seeding();
        seenMillis = nowMillis;
    }

    void hear(Announce announce, long nowMillis) {
        // Another client at the same place, or one that begins anew, may become complete again.
        completed = completed && announce.peer().equals(id) && announce.left() <= 0;
        id = announce.peer();
        seeding = announce.seeding();
        seenMillis = nowMillis;
    }

    /** It says that it is complete; true the first time. */
    boolean completes() {
        boolean first = !completed;
        completed = true;
        return first;
    }

    /** What it would announce; how much it has loaded is not known here. */
    Announce announce(InfoHash hash) {
        return new Announce(hash, id, endpoint, 0, 0, seeding ? 0 : 1, Event.NONE, 0, -1);
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
