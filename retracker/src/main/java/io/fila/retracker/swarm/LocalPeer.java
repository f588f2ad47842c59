package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.PeerId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/** A peer that announced itself here. */
final class LocalPeer {
    private final Endpoint endpoint;
    private final BitSet knownBy = new BitSet(0);
    private PeerId id;
    private boolean seeding;
    private boolean completed;
    private long seenMillis;

    private LocalPeer(Endpoint endpoint, PeerId id) {
        this.endpoint = endpoint;
        this.id = id;
    }

    LocalPeer(Announce announce, long nowMillis) {
        this(announce.endpoint(), announce.peer());
        seeding = announce.seeding();
        seenMillis = nowMillis;
    }

    void hear(Announce announce, long nowMillis) {
        // Another client at the same address, or one that starts over, may become complete again.
        completed = completed && announce.peer().equals(id) && announce.left() <= 0;
        id = announce.peer();
        seeding = announce.seeding();
        seenMillis = nowMillis;
    }

    void write(DataOutput out, long nowMillis) throws IOException {
        out.writeLong(endpoint.high());
        out.writeLong(endpoint.low());
        out.writeShort(endpoint.port());
        out.write(id.bytes());
        out.writeBoolean(seeding);
        out.writeBoolean(completed);
        out.writeLong(seenMillis - nowMillis);
        long[] words = knownBy.toLongArray();
        out.writeShort(words.length);
        for (long word : words) {
            out.writeLong(word);
        }
    }

    static LocalPeer read(DataInput in, long nowMillis, ForwarderNumbers forwarders) throws IOException {
        Endpoint endpoint = new Endpoint(in.readLong(), in.readLong(), in.readUnsignedShort());
        byte[] id = new byte[PeerId.LENGTH];
        in.readFully(id);
        LocalPeer peer = new LocalPeer(endpoint, PeerId.read(ByteBuffer.wrap(id)));
        peer.seeding = in.readBoolean();
        peer.completed = in.readBoolean();
        peer.seenMillis = nowMillis + in.readLong();
        long[] words = new long[in.readUnsignedShort()];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readLong();
        }
        peer.knownBy.or(forwarders.now(BitSet.valueOf(words)));
        return peer;
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

    /** The forwarders that know it. */
    BitSet knownBy() {
        return knownBy;
    }
}
