package io.fila.retracker.swarm;

/** What one forwarder is to one torrent: the peers it told of, and when it may be asked again. */
final class Harvest {
    private PackedEndpoints found = PackedEndpoints.NONE;
    private long foundMillis;
    private long dueMillis;

    PackedEndpoints found() {
        return found;
    }

    long foundMillis() {
        return foundMillis;
    }

    /** Peers found now replace those found before. */
    void replace(PackedEndpoints now, long nowMillis) {
        found = now;
        foundMillis = nowMillis;
    }

    long dueMillis() {
        return dueMillis;
    }

    void rest(long untilMillis) {
        dueMillis = untilMillis;
    }
}
