package io.fila.server.wire;

import io.fila.core.message.Scheduling.Fallback;

/** What the wire calls what stood in for a queue's script. */
public final class FallbackName {
    private FallbackName() {}

    /** Its name; empty if the script decided, or there is none. */
    public static String of(Fallback fallback) {
        return switch (fallback) {
            case NONE -> "";
            case DEFAULTS -> "defaults";
            case LAST_GOOD -> "last_good";
        };
    }
}
