package io.fila.core.hook;

import java.util.Map;

/** What a script can see of a message's body. */
public interface Content {
    Map<String, String> headers();

    int payloadSize();

    /** The name of whoever sent the message; empty if nobody knows. */
    default String principal() {
        return "";
    }
}
