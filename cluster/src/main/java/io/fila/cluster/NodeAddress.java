package io.fila.cluster;

/** Where something can be dialled. */
public record NodeAddress(String host, int port) {
    /**
     * Reads {@code host:port}.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    public static NodeAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("Expected host:port but found \"" + text + "\".");
        }
        return new NodeAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
