package io.fila.retracker.outbound;

import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;

import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import java.util.Optional;

/** An announce to forward, for tests. */
final class Asked {
    static final ForwardedAnnounce STARTED = with(Event.STARTED, Optional.empty());

    private Asked() {}

    static ForwardedAnnounce with(Event event, Optional<Endpoint> address) {
        return new ForwardedAnnounce(hash(1), peer(2), 6_881, 3, 4, 5, event, 0xab, address);
    }
}
