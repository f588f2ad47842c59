package io.fila.retracker.tracker;

import io.fila.retracker.torrent.Announce;
import java.util.BitSet;

/**
 * An announce that the tracker took, with what it knows about its peer.
 *
 * @param initial true if the peer was not known before
 * @param knownBy for a peer that leaves or has become complete: the forwarders that were told of it
 */
public record Announcement(Announce announce, boolean initial, BitSet knownBy) {}
