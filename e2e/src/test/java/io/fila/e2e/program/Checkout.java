package io.fila.e2e.program;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout whose packaged programs are under test. */
public final class Checkout {
    private static final Path ROOT = Path.of(required("fila.home"));

    private Checkout() {}

    /** The JVM the build chose, which runs these tests too. */
    static Path java() {
        return Path.of(required("java.home"), "bin", "java");
    }

    static Path serverJar() {
        return packaged("server/target/fila-server.jar");
    }

    static Path cliJar() {
        return packaged("cli/target/fila-cli.jar");
    }

    /** Where these tests may leave something for their next run. */
    static Path scratch() {
        return ROOT.resolve("e2e/target");
    }

    private static Path packaged(String jar) {
        Path path = ROOT.resolve(jar);
        if (!Files.isRegularFile(path)) {
            throw new IllegalStateException("Expected the packaged program " + path
                    + " but found none. Run `mvn -pl e2e -am verify`, which packages it first.");
        }
        return path;
    }

    private static String required(String property) {
        String value = System.getProperty(property);
        if (value == null) {
            throw new IllegalStateException("Expected the system property " + property + ", which the build sets.");
        }
        return value;
    }
}
