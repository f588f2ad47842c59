package io.fila.client.wire;

import com.google.protobuf.Timestamp;
import java.time.Instant;

/** Timestamps of the wire as instants. */
public final class Timestamps {
    private Timestamps() {}

    public static Instant instant(Timestamp timestamp) {
        return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
    }
}
