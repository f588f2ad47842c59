package io.fila.retracker.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Files that come with the pages, in the program itself. */
final class Resources {
    private Resources() {}

    static byte[] bytes(String name) {
        try (InputStream file = Objects.requireNonNull(Resources.class.getResourceAsStream(name), name)) {
            return file.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }
}
