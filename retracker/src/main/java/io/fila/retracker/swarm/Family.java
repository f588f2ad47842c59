package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Endpoint;

/** Which addresses an answer can carry. */
public enum Family {
    ANY,
    V4,
    V6;

    /** The family of an address. */
    public static Family of(Endpoint endpoint) {
        return endpoint.isV4() ? V4 : V6;
    }

    boolean includes(Endpoint endpoint) {
        return this == ANY || this == of(endpoint);
    }
}
