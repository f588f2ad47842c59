package io.fila.server.grpc.call;

import com.google.protobuf.Timestamp;

/** Moments as protobuf has them. */
public final class Timestamps {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private Timestamps() {}

    public static Timestamp of(long epochNanos) {
        return Timestamp.newBuilder()
                .setSeconds(Math.floorDiv(epochNanos, NANOS_PER_SECOND))
                .setNanos((int) Math.floorMod(epochNanos, NANOS_PER_SECOND))
                .build();
    }
}
