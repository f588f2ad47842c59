package io.fila.cli.queue;

import io.fila.client.admin.FlowStats;
import io.fila.client.admin.WaitsFor;

/** What a fairness key waits for, in words. */
public final class KeyWait {
    private KeyWait() {}

    /** Whether anything but its turn keeps it waiting. */
    public static boolean isHeldUp(FlowStats flow) {
        return flow.waitsFor() != WaitsFor.TURN;
    }

    public static String text(FlowStats flow) {
        return switch (flow.waitsFor()) {
            case TURN -> "its turn";
            case CONSUMER -> "a consumer";
            case CREDIT -> "a consumer with room";
            case RESUME -> "fila queue resume";
            case QUEUE_LIMIT -> "an ack (max in flight)";
            case KEY_LIMIT -> "an ack (max in flight a key)";
            case TOKENS -> "tokens of " + flow.throttleKey();
        };
    }
}
