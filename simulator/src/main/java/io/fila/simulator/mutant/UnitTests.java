package io.fila.simulator.mutant;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.spi.ToolProvider;

/** Tests in a directory of classes, run by the launcher of JUnit that the class path brings. */
final class UnitTests {
    /** Those right in the package of the module look at its sources and pages, not at the broker. */
    private static final String ABOUT_SOURCES = "io\\.fila\\.core\\.[A-Z].*";

    private final ToolProvider junit = ToolProvider.findFirst("junit")
            .orElseThrow(() -> new IllegalStateException("Expected JUnit's console on the class path but found none"));
    private final String directory;

    UnitTests(String directory) {
        this.directory = directory;
    }

    /** Whether all of them pass; the first that does not ends it. */
    boolean pass() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return junit.run(
                        nowhere,
                        nowhere,
                        "execute",
                        "--scan-classpath=" + directory,
                        "--exclude-classname=" + ABOUT_SOURCES,
                        "--fail-fast",
                        "--details=none",
                        "--disable-banner")
                == 0;
    }
}
