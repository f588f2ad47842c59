package io.fila.retracker.net;

import io.fila.retracker.torrent.Endpoint;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** An address written in numbers. */
public final class NumericAddress {
    private NumericAddress() {}

    /** The address, with port 0; null if it is anything else. Names are not resolved. */
    public static @Nullable Endpoint parse(String text) {
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        try {
            return Endpoint.of(InetAddress.ofLiteral(bare), 0);
        } catch (IllegalArgumentException notNumeric) {
            return null;
        }
    }
}
