package io.fila.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code server}. */
final class ArchitectureTest {
    private static final String GRPC = "io.fila.server.grpc..";
    private static final String HTTP = "io.fila.server.http..";
    private static final String PORT = "io.fila.server.port..";
    private static final String TELEMETRY = "io.fila.server.telemetry..";
    private static final String METRICS = "io.fila.server.metrics..";
    private static final String WIRE = "io.fila.server.wire..";
    private static final String INTAKE = "io.fila.server.enqueue..";
    private static final String HOST = "io.fila.server.host..";
    private static final String CONFIG = "io.fila.server.config..";
    private static final String SETTINGS = "io.fila.server.settings..";

    private static final JavaClasses SERVER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.server");

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.server.(*)..").should().beFreeOfCycles().check(SERVER);
    }

    /** From what every call passes, over the calls, to the port: never back. */
    @Test
    void packagesOfTheGrpcEdgeFormNoCycle() {
        slices().matching("io.fila.server.grpc.(*)").should().beFreeOfCycles().check(SERVER);
        noClasses()
                .that()
                .resideInAPackage("io.fila.server.grpc.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fila.server.grpc")
                .check(SERVER);
    }

    @Test
    void whoForwardsCallsDoesNotKnowWhatTheyAsk() {
        noClasses()
                .that()
                .resideInAPackage("io.fila.server.grpc.forward")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fila.server.grpc.message", "io.fila.server.grpc.admin")
                .check(SERVER);
    }

    @Test
    void onlyTheAssemblyKnowsTheAssembly() {
        noClasses()
                .that()
                .resideInAnyPackage(GRPC, HTTP, PORT, TELEMETRY, METRICS, WIRE, INTAKE, HOST, CONFIG, SETTINGS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fila.server")
                .check(SERVER);
    }

    @Test
    void onlyTheEdgeKnowsItsTransport() {
        noClasses()
                .that()
                .resideOutsideOfPackages(GRPC, HTTP, PORT, TELEMETRY, WIRE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grpc..", "io.fila.proto..", "com.google.protobuf..")
                .check(SERVER);
    }

    @Test
    void onlyTelemetryKnowsOpenTelemetry() {
        noClasses()
                .that()
                .resideOutsideOfPackage(TELEMETRY)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.opentelemetry..")
                .check(SERVER);
    }

    @Test
    void theBrokerRunsWithoutAnEdge() {
        noClasses()
                .that()
                .resideInAPackage(HOST)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(GRPC, HTTP, PORT, TELEMETRY, WIRE)
                .check(SERVER);
    }

    @Test
    void theEdgeReachesStorageOnlyThroughTheHost() {
        noClasses()
                .that()
                .resideInAnyPackage(GRPC, HTTP, PORT, TELEMETRY, WIRE, INTAKE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fila.storage..")
                .check(SERVER);
    }
}
