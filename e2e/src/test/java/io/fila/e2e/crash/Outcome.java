package io.fila.e2e.crash;

import io.grpc.Status;

/** What a client knows about a request it made. */
enum Outcome {
    /** Neither answer nor failure yet. */
    UNDER_WAY,
    /** The broker said yes: it must hold for ever. */
    CONFIRMED,
    /** The broker said no: it must not have happened. */
    REFUSED,
    /** The connection broke: it may have happened or not. */
    UNKNOWN;

    static Outcome of(Status status) {
        return switch (status.getCode()) {
            case OK -> CONFIRMED;
            case UNAVAILABLE, CANCELLED, DEADLINE_EXCEEDED, INTERNAL, UNKNOWN -> UNKNOWN;
            default -> REFUSED;
        };
    }

    /** Whether the broker may have done it. */
    boolean mayHaveHappened() {
        return this != REFUSED;
    }
}
