package io.fila.server.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of as many entries as it has room for: the one that was not used for longest makes room for a new one. */
final class RecentlyUsed<K, V> extends LinkedHashMap<K, V> {
    private static final float LOAD = 0.75f;

    private final int most;

    RecentlyUsed(int most) {
        super(16, LOAD, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
