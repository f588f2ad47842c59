package io.fila.retracker.forwarder;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.PeerId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The clients that left a short while ago: jobs that still wait for them are over. Any thread may call it.
 *
 * <p>It is asked who left, not who is there: after a restart nobody has announced itself yet, and the jobs that survived
 * are still wanted.
 */
final class Departures {
    /** Longer than a job waits for its time; what waits longer in a full queue is forwarded, which does no harm. */
    static final Duration MEMORY = Duration.ofMinutes(30);

    /** Beyond that the oldest are forgotten. */
    static final int MOST = 100_000;

    /** The address is included: anybody could leave under another peer's id. */
    private record Key(InfoHash hash, PeerId peer, Endpoint endpoint) implements Comparable<Key> {
        static Key of(Announce announce) {
            return new Key(announce.hash(), announce.peer(), announce.endpoint());
        }

        @Override
        public int compareTo(Key other) {
            int byHash = hash.compareTo(other.hash);
            int byPeer = byHash != 0 ? byHash : peer.compareTo(other.peer);
            return byPeer != 0 ? byPeer : endpoint.compareTo(other.endpoint);
        }
    }

    private final LinkedHashMap<Key, Long> leftMillis = new LinkedHashMap<>();

    synchronized void left(Announce announce, long nowMillis) {
        forgetOld(nowMillis);
        leftMillis.putLast(Key.of(announce), nowMillis);
        if (leftMillis.size() > MOST) {
            leftMillis.pollFirstEntry();
        }
    }

    /** The client is back. */
    synchronized void returned(Announce announce) {
        leftMillis.remove(Key.of(announce));
    }

    synchronized boolean hasLeft(Announce announce, long nowMillis) {
        forgetOld(nowMillis);
        return leftMillis.containsKey(Key.of(announce));
    }

    private void forgetOld(long nowMillis) {
        for (Map.Entry<Key, Long> eldest = leftMillis.firstEntry();
                eldest != null && eldest.getValue() <= nowMillis - MEMORY.toMillis();
                eldest = leftMillis.firstEntry()) {
            leftMillis.pollFirstEntry();
        }
    }
}
