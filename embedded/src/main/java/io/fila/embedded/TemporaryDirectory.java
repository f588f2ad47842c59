package io.fila.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for as long as it is needed. */
record TemporaryDirectory(Path path) implements AutoCloseable {
    static TemporaryDirectory make() {
        try {
            return new TemporaryDirectory(Files.createTempDirectory("fila-"));
        } catch (IOException failure) {
            throw new UncheckedIOException("Expected to make a temporary directory but could not", failure);
        }
    }

    /** Removes the directory with all that is in it, unless that is done. */
    @Override
    public void close() {
        if (Files.notExists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("Expected to remove " + path + " but could not", failure);
        }
    }
}
