package io.fila.retracker.torrent;

import org.jspecify.annotations.Nullable;

/**
 * A peer as another one is told of it.
 *
 * @param id null if it was found elsewhere and nobody said
 */
public record Contact(Endpoint endpoint, @Nullable PeerId id) {}
