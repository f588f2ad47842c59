package io.fila.benchmarks.contender;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jars of a peer, as {@code benchmarks/peers/NAME/pom.xml} lists them, in a class loader of their own: they bring other
 * versions of what Fila uses, and no program of Fila has them on its class path.
 */
public final class PeerJars {
    private static final String PACKAGE = "io.fila.benchmarks.peers.";
    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies";

    private final List<Path> jars;

    private PeerJars(List<Path> jars) {
        this.jars = jars;
    }

    /** The jars of a peer; Maven fetches them the first time. */
    public static PeerJars of(Path launcher, String peer) throws IOException, InterruptedException {
        Path root = launcher.toAbsolutePath().resolveSibling("");
        Path pom = root.resolve("benchmarks/peers").resolve(peer).resolve("pom.xml");
        Path directory = root.resolve("target/peers").resolve(peer);
        if (isStale(directory, pom)) {
            fetch(root.resolve("mvnw"), pom, directory);
        }
        try (Stream<Path> files = Files.list(directory)) {
            return new PeerJars(files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList());
        }
    }

    private static boolean isStale(Path directory, Path pom) throws IOException {
        return !Files.isDirectory(directory)
                || Files.getLastModifiedTime(directory).compareTo(Files.getLastModifiedTime(pom)) < 0;
    }

    private static void fetch(Path maven, Path pom, Path directory) throws IOException, InterruptedException {
        System.err.println("Fetching what " + pom + " lists …");
        if (Files.isDirectory(directory)) {
            ChildProcess.remove(directory);
        }
        int code = new ProcessBuilder(
                        maven.toString(),
                        "-q",
                        "-B",
                        "-f",
                        pom.toString(),
                        COPY,
                        "-DincludeScope=runtime",
                        "-DoutputDirectory=" + directory)
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("Expected Maven to fetch what " + pom + " lists but it failed; see above.");
        }
    }

    public List<Path> jars() {
        return jars;
    }

    /** The peer of that class, loaded with its jars. */
    public Peer load(String className) throws ReflectiveOperationException, MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        urls.add(PeerJars.class.getProtectionDomain().getCodeSource().getLocation());
        ClassLoader own = new OwnFirst(urls.toArray(URL[]::new), PeerJars.class.getClassLoader());
        return (Peer)
                own.loadClass(PACKAGE + className).getDeclaredConstructor().newInstance();
    }

    /** Looks among the peer's jars before it asks for ours. */
    private static final class OwnFirst extends URLClassLoader {
        OwnFirst(URL[] urls, ClassLoader ours) {
            super(urls, ours);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : isOurs(name) ? super.loadClass(name, resolve) : own(name, resolve);
            }
        }

        private static boolean isOurs(String name) {
            return name.startsWith("java.") || (name.startsWith("io.fila.") && !name.startsWith(PACKAGE));
        }

        private Class<?> own(String name, boolean resolve) throws ClassNotFoundException {
            try {
                return findClass(name);
            } catch (ClassNotFoundException notAmongThem) {
                return super.loadClass(name, resolve);
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            URL own = findResource(name);
            return own != null ? own : super.getResource(name);
        }
    }
}
