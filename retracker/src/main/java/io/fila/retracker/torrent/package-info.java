/** The nouns of the protocol: what torrents, peers and their addresses are called, whatever carries them. */
@NullMarked
package io.fila.retracker.torrent;

import org.jspecify.annotations.NullMarked;
