package io.fila.client.admin;

/**
 * A permission of an API key on some queues.
 *
 * @param kind {@code produce}, {@code consume} or {@code admin}
 * @param pattern {@code *}, {@code prefix.*} or the name of a queue
 */
public record Permission(String kind, String pattern) {

    /** Reads {@code kind:pattern}. */
    public static Permission parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || colon == text.length() - 1) {
            throw new IllegalArgumentException(
                    "Expected a permission like produce:orders.* but found \"" + text + "\"");
        }
        return new Permission(text.substring(0, colon), text.substring(colon + 1));
    }

    /** {@code kind:pattern}. */
    @Override
    public String toString() {
        return kind + ":" + pattern;
    }
}
