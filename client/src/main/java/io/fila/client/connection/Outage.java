package io.fila.client.connection;

import io.grpc.Status;

/** The end of a stream that says nothing about what was asked on it: a broken connection or a broker that went away. */
public final class Outage {
    private Outage() {}

    public static boolean is(Status status) {
        return switch (status.getCode()) {
            case OK, UNAVAILABLE, INTERNAL, UNKNOWN, CANCELLED, ABORTED, DEADLINE_EXCEEDED -> true;
            case NOT_FOUND,
                    ALREADY_EXISTS,
                    RESOURCE_EXHAUSTED,
                    INVALID_ARGUMENT,
                    OUT_OF_RANGE,
                    FAILED_PRECONDITION,
                    UNAUTHENTICATED,
                    PERMISSION_DENIED,
                    UNIMPLEMENTED,
                    DATA_LOSS -> false;
        };
    }
}
