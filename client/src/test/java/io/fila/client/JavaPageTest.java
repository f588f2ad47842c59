package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.fake.FakeBroker;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about the client says what compiles and works. */
final class JavaPageTest {
    private static final Path PAGE = Path.of("..", "docs", "java.md");
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "java");
    private static final Path PROGRAM = EXAMPLE.resolve("src/main/java/Orders.java");

    @TempDir
    Path classes;

    @Test
    void thePageOpensWithAWholeProgramAndItsPom() throws IOException {
        assertThat(block("java")).as("the copy of %s", PROGRAM).isEqualTo(Files.readString(PROGRAM));
        assertThat(block("xml")).isEqualTo(Files.readString(EXAMPLE.resolve("pom.xml")));
    }

    @Test
    void theProgramProducesAndConsumes() throws Exception {
        String classpath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", classpath, "-d", classes.toString(), PROGRAM.toString()))
                .as("exit code of the compiler")
                .isZero();
        try (FakeBroker broker = FakeBroker.start();
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            loader.loadClass("Orders").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {broker.address()});

            assertThat(broker.requests()).hasSize(3);
            assertThat(broker.pending("orders") + broker.leased("orders")).isZero();
        }
    }

    @Test
    void everyErrorTypeIsOnThePage() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(List.of(io.fila.client.error.FilaException.class.getPermittedSubclasses()).stream()
                        .map(type -> "`" + type.getSimpleName() + "`")
                        .toList());
    }

    /** The first block in a language. */
    private static String block(String language) throws IOException {
        String page = Files.readString(PAGE);
        String mark = "```" + language + "\n";
        int begin = page.indexOf(mark) + mark.length();
        return page.substring(begin, page.indexOf("```", begin));
    }
}
