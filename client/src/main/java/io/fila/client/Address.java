package io.fila.client;

import java.net.URI;
import java.net.URISyntaxException;

/** Where a broker listens, and whether it speaks TLS there. */
public record Address(String host, int port, boolean secure) {
    /** The broker's default port. */
    public static final int DEFAULT_PORT = 5555;

    private static final String PLAIN = "http://";
    private static final String SECURE = "https://";

    public Address {
        if (host.isEmpty()) {
            throw new IllegalArgumentException("Expected a host name but found none");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("Expected a port between 1 and 65535 but found " + port);
        }
        try {
            // Reject an invalid host name here, not when the first call uses it.
            URI unused = new URI(null, null, host, port, null, null, null);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("Expected a host name but found \"" + host + "\"", e);
        }
    }

    /** Reads {@code host}, {@code host:port} or {@code [ipv6]:port}, with or without {@code http://} or {@code https://}. */
    public static Address parse(String text) {
        boolean secure = text.startsWith(SECURE);
        String rest = secure
                ? text.substring(SECURE.length())
                : text.startsWith(PLAIN) ? text.substring(PLAIN.length()) : text;
        if (rest.endsWith("/")) {
            rest = rest.substring(0, rest.length() - 1);
        }
        int bracket = rest.lastIndexOf(']');
        int colon = rest.indexOf(':', bracket + 1);
        String host = colon < 0 ? rest : rest.substring(0, colon);
        if (host.isEmpty() || rest.contains("/") || (bracket >= 0) != rest.startsWith("[")) {
            throw malformed(text);
        }
        if (bracket >= 0) {
            if (bracket + 1 != host.length()) {
                throw malformed(text);
            }
            host = host.substring(1, bracket);
        }
        try {
            return new Address(host, colon < 0 ? DEFAULT_PORT : Integer.parseInt(rest.substring(colon + 1)), secure);
        } catch (IllegalArgumentException e) {
            throw malformed(text);
        }
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "Expected an address like localhost:5555 or https://host:port but found \"" + text + "\"");
    }

    /** {@code host:port}. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
