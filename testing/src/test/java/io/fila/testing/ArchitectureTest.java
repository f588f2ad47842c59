package io.fila.testing;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows out of {@code testing}: a test kit knows the embedded broker, and no server. */
final class ArchitectureTest {
    private static final JavaClasses TESTING = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.testing");

    @Test
    void testKitKnowsTheEmbeddedBrokerAndJUnit() {
        classes()
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                        "io.fila.testing..",
                        "io.fila.embedded..",
                        "io.fila.client..",
                        "java..",
                        "org.junit.jupiter.api..",
                        "org.jspecify.annotations..")))
                .check(TESTING);
    }
}
