package io.fila.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A file of the page, read when it is first asked for. It has nothing to hide, so no key is needed. */
final class StaticFile implements Handler {
    /** Nothing is loaded from elsewhere, and no other site may frame the page. */
    private static final Map<String, String> HEADERS = Map.of(
            "content-security-policy",
            "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            "referrer-policy",
            "no-referrer");

    private final String name;
    private final String type;
    private @Nullable Answer answer;

    StaticFile(String name, String type) {
        this.name = name;
        this.type = type;
    }

    @Override
    public void handle(Exchange exchange) {
        Answer known = answer;
        if (known == null) {
            known = new Answer(200, type, read(), HEADERS);
            answer = known;
        }
        exchange.answer(known);
    }

    private String read() {
        try (InputStream file = Objects.requireNonNull(StaticFile.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
