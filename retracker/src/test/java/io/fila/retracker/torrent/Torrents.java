package io.fila.retracker.torrent;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/** Torrents and peers for tests. */
public final class Torrents {
    private Torrents() {}

    public static InfoHash hash(int number) {
        return InfoHash.read(
                ByteBuffer.allocate(InfoHash.LENGTH).putInt(0, 0x20_00_2b_25).putInt(16, number));
    }

    public static PeerId peer(int number) {
        return PeerId.read(
                ByteBuffer.allocate(PeerId.LENGTH).putInt(0, 0x2d_54_20_2b).putInt(16, number));
    }

    public static Endpoint at(String address, int port) {
        return Endpoint.of(InetAddress.ofLiteral(address), port);
    }

    /** A leecher that wants as many peers as it can get. */
    public static Announce leecher(int hash, int peer, Endpoint endpoint) {
        return announce(hash, peer, endpoint, Event.NONE, 1, 200);
    }

    public static Announce announce(int hash, int peer, Endpoint endpoint, Event event, long left, int wanted) {
        return new Announce(hash(hash), peer(peer), endpoint, 0, 0, left, event, 0, wanted);
    }
}
