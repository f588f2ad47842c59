package io.fila.e2e.wire;

import com.google.protobuf.Timestamp;
import io.fila.proto.v1.Message;
import java.time.Duration;
import java.time.Instant;

/** When a message was leased, as its delivery says. */
public final class Leased {
    /** The broker reads the wall clock once a process, so two of its processes may differ a little. */
    public static final Duration CLOCK_TOLERANCE = Duration.ofMillis(250);

    private Leased() {}

    public static Instant at(Message message) {
        return instant(message.getTimestamps().getLeasedAt());
    }

    public static Instant instant(Timestamp timestamp) {
        return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
    }
}
