package io.fila.retracker.swarm;

/**
 * How many share a torrent.
 *
 * @param complete peers that have everything
 * @param incomplete peers that have not
 * @param downloaded times that somebody said to have become complete
 */
public record SwarmCounts(int complete, int incomplete, int downloaded) {
    public static final SwarmCounts NONE = new SwarmCounts(0, 0, 0);
}
