package io.fila.lua;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code lua}, and out of it: there are none. */
final class ArchitectureTest {
    private static final JavaClasses LUA = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.lua");

    @Test
    void luaKnowsTheJdkAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat(
                        are(resideInAnyPackage("io.fila.lua..", "java..", "org.jspecify.annotations..")))
                .check(LUA);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.lua.(*)..").should().beFreeOfCycles().check(LUA);
    }
}
