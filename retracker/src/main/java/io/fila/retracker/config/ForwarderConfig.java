package io.fila.retracker.config;

import io.fila.retracker.torrent.Endpoint;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A tracker to forward announces to.
 *
 * @param uri where it is asked; it may hold a passkey and is shown to nobody
 * @param name what it is called, which is no secret
 * @param announcedAddress the address that it is told our clients have; null for the one it sees
 * @param host the Host header it gets; null for the one of its address
 */
public record ForwarderConfig(
        URI uri,
        String name,
        @Nullable Endpoint announcedAddress,
        @Nullable String host) {

    /** The name of a forwarder without one: its address up to the port, because the rest may be secret. */
    static String nameOf(URI uri) {
        int port = uri.getPort() >= 0 ? uri.getPort() : standardPort(uri);
        return uri.getScheme() + "://" + uri.getHost() + ":" + port;
    }

    private static int standardPort(URI uri) {
        return "https".equals(uri.getScheme()) ? 443 : 80;
    }

    /** Without the address. */
    @Override
    public String toString() {
        return name;
    }
}
