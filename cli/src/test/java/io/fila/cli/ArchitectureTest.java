package io.fila.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code cli}, and out of it. */
final class ArchitectureTest {
    private static final JavaClasses CLI = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.cli");

    @Test
    void theCommandLineKnowsTheClientAndNothingElseOfFila() {
        classes()
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                        "io.fila.cli..",
                        "io.fila.client..",
                        "com.google.protobuf..",
                        "java..",
                        "org.jspecify.annotations..")))
                .check(CLI);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.(**)").should().beFreeOfCycles().check(CLI);
    }
}
