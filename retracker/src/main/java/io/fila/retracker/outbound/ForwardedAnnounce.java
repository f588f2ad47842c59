package io.fila.retracker.outbound;

import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.PeerId;
import java.util.Optional;

/**
 * What a forwarder is told about one of our clients.
 *
 * @param port where the client is reached
 * @param left bytes it still lacks; never negative
 * @param announcedAddress the address it is said to have, with port 0, if not the one the forwarder sees
 */
public record ForwardedAnnounce(
        InfoHash hash,
        PeerId peer,
        int port,
        long uploaded,
        long downloaded,
        long left,
        Event event,
        int key,
        Optional<Endpoint> announcedAddress) {
    /** Peers we ask for: all that one of our own clients may be told. */
    public static final int WANTED = 200;
}
