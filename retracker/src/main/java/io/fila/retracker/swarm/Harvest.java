package io.fila.retracker.swarm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What one forwarder said about one torrent: its peers, and when it may be asked again. */
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

    void write(DataOutput out, long nowMillis) throws IOException {
        out.writeLong(foundMillis - nowMillis);
        out.writeLong(dueMillis - nowMillis);
        found.write(out);
    }

    static Harvest read(DataInput in, long nowMillis) throws IOException {
        Harvest harvest = new Harvest();
        harvest.foundMillis = nowMillis + in.readLong();
        harvest.dueMillis = nowMillis + in.readLong();
        harvest.found = PackedEndpoints.read(in);
        return harvest;
    }

    long dueMillis() {
        return dueMillis;
    }

    void rest(long untilMillis) {
        dueMillis = untilMillis;
    }
}
