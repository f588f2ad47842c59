package io.fila.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The glossary names classes that are there, each word once and in order. */
final class GlossaryTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void everyClassThatTheGlossaryNamesIsThere() throws IOException {
        Set<String> there = classNames();

        assertThat(rows().map(row -> row.get(3).strip().replace("`", "")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(there).as("classes").contains(name));
    }

    @Test
    void wordsStandInOrderAndOnce() throws IOException {
        List<String> words = rows().map(row -> row.get(1).strip()).toList();

        assertThat(words).isSorted().doesNotHaveDuplicates();
    }

    private static Stream<List<String>> rows() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/glossary.md")).stream()
                .filter(line -> line.startsWith("| ") && line.endsWith("` |"))
                .map(line -> List.of(line.split("\\|")));
    }

    private static Set<String> classNames() throws IOException {
        Set<String> names = new HashSet<>();
        for (String module : List.of("core", "storage", "server", "simulator")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
            }
        }
        return names;
    }
}
