package io.fila.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code client}, and out of it. */
final class ArchitectureTest {
    private static final JavaClasses CLIENT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.client");

    @Test
    void theClientIsBuiltOnGrpcAndItsProtoAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                        "io.fila.client..",
                        "io.fila.proto..",
                        "io.grpc..",
                        "com.google.protobuf..",
                        "com.google.rpc..",
                        "java..",
                        "javax.net.ssl..",
                        "org.jspecify.annotations..")))
                .check(CLIENT);
    }

    @Test
    void valuesAndErrorsKnowNothingOfTheWire() {
        classes()
                .that()
                .resideInAnyPackage("io.fila.client.admin", "io.fila.client.error")
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                        "io.fila.client.admin", "io.fila.client.error", "java..", "org.jspecify.annotations..")))
                .check(CLIENT);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.(**)").should().beFreeOfCycles().check(CLIENT);
    }
}
