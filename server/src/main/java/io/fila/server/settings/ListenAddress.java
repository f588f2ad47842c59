package io.fila.server.settings;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a program listens: a host or address, and a port.
 *
 * @param host empty for all addresses there are
 */
public record ListenAddress(String host, int port) {
    private static final int MAX_PORT = 65_535;

    /** Reads HOST:PORT, with an IPv6 address in brackets, or :PORT; null if it is anything else. */
    public static @Nullable ListenAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            return null;
        }
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (!bracketed && host.indexOf(':') >= 0) {
            return null;
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            boolean fits = port >= 0 && port <= MAX_PORT;
            return fits ? new ListenAddress(bracketed ? host.substring(1, host.length() - 1) : host, port) : null;
        } catch (NumberFormatException notAPort) {
            return null;
        }
    }

    /** The address to bind; unresolved if there is no such host. */
    public InetSocketAddress toSocketAddress() {
        return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }

    /** Whether it means all addresses there are, which nobody can dial. */
    public boolean isWildcard() {
        InetSocketAddress address = toSocketAddress();
        return !address.isUnresolved() && address.getAddress().isAnyLocalAddress();
    }

    /** Whether only programs on this machine reach it; an unknown host is not reached at all. */
    public boolean isLoopback() {
        InetSocketAddress address = toSocketAddress();
        return address.isUnresolved() || address.getAddress().isLoopbackAddress();
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
