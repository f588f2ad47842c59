package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Contact;
import java.util.List;

/** The peers that one client gets, and how many there are. */
public record Selection(SwarmCounts counts, List<Contact> contacts) {
    /** Peers in an answer to a client that did not say how many it wants, and in any answer. */
    public static final int USUAL = 50;

    public static final int MOST = 200;

    /** What a client gets that wants {@code wanted}. */
    public static int size(int wanted) {
        return wanted < 0 ? USUAL : Math.min(wanted, MOST);
    }
}
