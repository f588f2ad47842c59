package io.fila.benchmarks.contender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Another project's broker: how to start it, and a client for it. */
public interface Peer {
    /** The ways in which it is measured, such as its durability. */
    List<String> variants();

    /**
     * Starts a broker of its own, with an empty directory.
     *
     * @param parent where the directory is made
     * @param jars what the peer is made of, if it comes as jars
     */
    Contender start(String variant, Path parent, List<Path> jars) throws Exception;

    /** Where a program is that Debian's packages install. */
    static Path program(String name) {
        return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/lib/rabbitmq/bin")
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Expected " + name + " in /usr/sbin, /usr/bin or"
                        + " /usr/local/bin but it is not there; run benchmarks/peers/install, or leave it out"));
    }

    /** A new directory for a broker's data. */
    static Path directory(Path parent, String peer) throws IOException {
        return Files.createTempDirectory(Files.createDirectories(parent).toAbsolutePath(), peer + "-bench-");
    }
}
