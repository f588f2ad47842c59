package io.fila.e2e.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the JVM learned about the broker's classes in a rehearsal, as the launcher has it made for operators: with it a
 * broker that is killed a hundred times is back in half the time. The JVM ignores a cache that does not fit the jars.
 */
final class AotCache {
    private static final String READY = "is ready on";
    private static final long PATIENCE_MILLIS = 60_000;

    private AotCache() {}

    /** The flag that makes use of the cache, which is made first if the broker has been packaged since. */
    static synchronized List<String> flags(List<String> jvmFlags) throws InterruptedException {
        Path cache = Checkout.scratch().resolve("server.aot");
        try {
            if (!Files.exists(cache) || isOlder(cache, Checkout.serverJar())) {
                Files.deleteIfExists(cache);
                rehearse(cache, jvmFlags);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return Files.exists(cache) ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off,cds*=off") : List.of();
    }

    private static boolean isOlder(Path one, Path other) throws IOException {
        return Files.getLastModifiedTime(one).compareTo(Files.getLastModifiedTime(other)) < 0;
    }

    private static void rehearse(Path cache, List<String> jvmFlags) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(Checkout.scratch(), "rehearsal");
        List<String> command = new ArrayList<>(List.of(Checkout.java().toString()));
        command.addAll(jvmFlags);
        command.addAll(List.of(
                "-XX:AOTCacheOutput=" + cache, "-jar", Checkout.serverJar().toString()));
        command.addAll(List.of("--listen", "127.0.0.1:0", "--data-dir", directory.toString()));
        try (Program broker = Program.start(directory, Map.of("FILA_SERVER__HTTP_ADDR", "127.0.0.1:0"), command)) {
            if (broker.err().await(text -> text.contains(READY), PATIENCE_MILLIS)) {
                broker.process().destroy();
                broker.finish();
            }
        }
    }
}
