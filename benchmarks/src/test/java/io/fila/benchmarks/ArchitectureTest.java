package io.fila.benchmarks;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code benchmarks}. */
final class ArchitectureTest {
    private static final JavaClasses BENCHMARKS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.benchmarks");

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.benchmarks.(*)..").should().beFreeOfCycles().check(BENCHMARKS);
    }
}
