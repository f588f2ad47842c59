package io.fila.embedded;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows out of {@code embedded}: it assembles a server, and does nothing of what a server does. */
final class ArchitectureTest {
    private static final JavaClasses EMBEDDED = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.embedded");

    @Test
    void embeddedBrokerLeavesTablesScriptsAndDecisionsToTheServer() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.rocksdb..",
                        "io.fila.lua..",
                        "io.fila.scripting..",
                        "io.fila.core.broker..",
                        "io.grpc.netty..")
                .check(EMBEDDED);
    }
}
