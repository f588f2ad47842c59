package io.fila.lua;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README, as it stands there. */
class ReadmeTest {
    @Test
    void exampleCompilesAndGreets(@TempDir Path directory) throws IOException, ReflectiveOperationException {
        Path source = Files.writeString(directory.resolve("Example.java"), example());
        String classPath = System.getProperty("java.class.path");

        int failures = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath, "-d", directory.toString(), source.toString());

        assertThat(failures).isZero();
        assertThat(run(directory)).isEqualTo("Hello, Wörld\n");
    }

    private static String example() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        int start = readme.indexOf("```java\n") + "```java\n".length();
        return readme.substring(start, readme.indexOf("```", start));
    }

    private static String run(Path directory) throws IOException, ReflectiveOperationException {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, ReadmeTest.class.getClassLoader())) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("Example").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(console);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
