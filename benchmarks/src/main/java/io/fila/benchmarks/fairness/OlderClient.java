package io.fila.benchmarks.fairness;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Java client of another checkout, in this process: half of what a tenant waits is decided there. Its classes and the
 * {@link FilaBroker} that uses them are loaded a second time; everything else is shared.
 */
final class OlderClient extends URLClassLoader {
    private static final List<String> ITS_OWN =
            List.of("io.fila.client.", "io.fila.proto.", FilaBroker.class.getName());

    private OlderClient(List<URL> jars) {
        super(jars.toArray(URL[]::new), OlderClient.class.getClassLoader());
    }

    /** A client of the checkout that a launcher belongs to. It stays loaded for as long as the program runs. */
    static Broker connect(Path launcher, String name, String address) throws Exception {
        OlderClient loader = new OlderClient(jars(launcher.toRealPath().resolveSibling("target")));
        return (Broker) loader.loadClass(FilaBroker.class.getName())
                .getConstructor(String.class, String.class)
                .newInstance(name, address);
    }

    private static List<URL> jars(Path target) throws IOException {
        Path current = target.resolve("fila/current");
        if (!Files.exists(current)) {
            throw new IOException("Expected a build in " + target + " but found none; run the launcher there once");
        }
        String built = Files.readString(current).split(" ", 2)[0];
        List<URL> jars = new ArrayList<>();
        jars.add(FilaBroker.class.getProtectionDomain().getCodeSource().getLocation());
        try (Stream<Path> libraries =
                Files.list(target.resolve("fila").resolve(built).resolve("lib"))) {
            for (Path library : libraries
                    .filter(path -> path.getFileName().toString().matches("fila-(client|proto)-.*[.]jar"))
                    .toList()) {
                jars.add(library.toUri().toURL());
            }
        }
        return jars;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (ITS_OWN.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
