package io.fila.simulator;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code simulator}, and out of it. */
final class ArchitectureTest {
    private static final JavaClasses SIMULATOR = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.simulator");

    @Test
    void simulationKnowsTheCoreAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                        "io.fila.simulator..", "io.fila.core..", "java..", "org.jspecify.annotations..")))
                .check(SIMULATOR);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.simulator.(*)..").should().beFreeOfCycles().check(SIMULATOR);
    }
}
