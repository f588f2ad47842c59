package io.fila.scripting;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code scripting}, and out of it. */
final class ArchitectureTest {
    private static final JavaClasses SCRIPTING = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.scripting");

    @Test
    void scriptsKnowTheBrokersPortsAndTheInterpreter() {
        classes()
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                        "io.fila.scripting..",
                        "io.fila.core..",
                        "io.fila.lua..",
                        "java..",
                        "org.jspecify.annotations..")))
                .check(SCRIPTING);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.scripting.(*)..").should().beFreeOfCycles().check(SCRIPTING);
    }
}
