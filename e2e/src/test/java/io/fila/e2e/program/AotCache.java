package io.fila.e2e.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the JVM learned about a program's classes in a rehearsal, as the launcher has it made for operators: with it a
 * broker that is killed a hundred times is back in half the time. The JVM ignores a cache that does not fit the jars.
 */
final class AotCache {
    private static final String READY = "is ready on";
    private static final long PATIENCE_MILLIS = 60_000;

    /** Nobody listens there: a command loads what it needs to find that out, and ends. */
    private static final String NOBODY = "127.0.0.1:1";

    private AotCache() {}

    /** The flags that make use of the broker's cache, which is made first if the broker has been packaged since. */
    static List<String> ofBroker(List<String> jvmFlags) throws InterruptedException {
        return flags("server.aot", Checkout.serverJar(), jvmFlags, AotCache::rehearseBroker);
    }

    /** The same of a broker that is a node of a cluster: it needs the cluster's engine too. */
    static List<String> ofNode(List<String> jvmFlags) throws InterruptedException {
        return flags("node.aot", Checkout.serverJar(), jvmFlags, AotCache::rehearseNode);
    }

    /** The flags that make use of the command line's cache. */
    static List<String> ofCommandLine(List<String> jvmFlags) throws InterruptedException {
        return flags("cli.aot", Checkout.cliJar(), jvmFlags, AotCache::rehearseCommand);
    }

    private interface Rehearsal {
        void run(List<String> command, Path directory) throws InterruptedException;
    }

    private static synchronized List<String> flags(String name, Path jar, List<String> jvmFlags, Rehearsal rehearsal)
            throws InterruptedException {
        Path cache = Checkout.scratch().resolve(name);
        try {
            if (!Files.exists(cache) || isOutdated(cache, jar)) {
                // Tests run in two processes: neither may read what the other has half written.
                Path written = cache.resolveSibling(
                        name + "." + ProcessHandle.current().pid());
                List<String> command = new ArrayList<>(List.of(Checkout.java().toString()));
                command.addAll(jvmFlags);
                command.addAll(List.of("-XX:AOTCacheOutput=" + written, "-jar", jar.toString()));
                rehearsal.run(command, Files.createTempDirectory(Checkout.scratch(), "rehearsal"));
                if (Files.exists(written)) {
                    Files.move(written, cache, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return Files.exists(cache) ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off,cds*=off") : List.of();
    }

    /** The JVM would take classes of libraries that have changed since from the cache, too. */
    private static boolean isOutdated(Path cache, Path jar) throws IOException {
        try (Stream<Path> libraries = Files.list(jar.resolveSibling("lib"))) {
            long made = cache.toFile().lastModified();
            return Stream.concat(Stream.of(jar), libraries)
                    .anyMatch(each -> each.toFile().lastModified() > made);
        }
    }

    private static void rehearseBroker(List<String> command, Path directory) throws InterruptedException {
        rehearse(Map.of("FILA_SERVER__HTTP_ADDR", "127.0.0.1:0"), command, directory);
    }

    private static void rehearseNode(List<String> command, Path directory) throws InterruptedException {
        rehearse(
                Map.of(
                        "FILA_SERVER__HTTP_ADDR",
                        "",
                        "FILA_CLUSTER__ENABLED",
                        "true",
                        "FILA_CLUSTER__BIND_ADDR",
                        "127.0.0.1:" + FreePort.any()),
                command,
                directory);
    }

    private static void rehearse(Map<String, String> environment, List<String> command, Path directory)
            throws InterruptedException {
        command.addAll(List.of("--listen", "127.0.0.1:0", "--data-dir", directory.toString()));
        try (Program broker = Program.start(directory, environment, command)) {
            if (broker.err().await(text -> text.contains(READY), PATIENCE_MILLIS)) {
                // Not Process.destroy(), which closes the pipes: the JVM that writes the cache would die at its first
                // word.
                broker.process().toHandle().destroy();
                broker.finish();
            }
        }
    }

    private static void rehearseCommand(List<String> command, Path directory) throws InterruptedException {
        command.addAll(List.of("queue", "list", "--addr", NOBODY));
        try (Program program = Program.start(directory, Map.of(), command)) {
            program.finish();
        }
    }
}
