package io.fila.retracker.torrent;

/**
 * What a client said about itself and one torrent.
 *
 * @param endpoint where other peers reach it; port 0 if they can't
 * @param left bytes it still lacks; negative if it did not say
 * @param key what it proves with that it is the same one, at another address
 * @param wanted peers it would like to hear of; negative if it did not say
 */
public record Announce(
        InfoHash hash,
        PeerId peer,
        Endpoint endpoint,
        long uploaded,
        long downloaded,
        long left,
        Event event,
        int key,
        int wanted) {

    /** The same without its event. */
    public Announce withoutEvent() {
        return new Announce(hash, peer, endpoint, uploaded, downloaded, left, Event.NONE, key, wanted);
    }

    /** True if it has everything. */
    public boolean seeding() {
        return left == 0;
    }
}
