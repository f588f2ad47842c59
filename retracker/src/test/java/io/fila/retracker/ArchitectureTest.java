package io.fila.retracker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code retracker}. */
final class ArchitectureTest {
    private static final JavaClasses RETRACKER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.retracker");

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.retracker.(*)..").should().beFreeOfCycles().check(RETRACKER);
    }

    @Test
    void theProtocolAndTheSwarmsKnowNothingOfWhatCarriesThem() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.fila.retracker.torrent",
                        "io.fila.retracker.bencode",
                        "io.fila.retracker.swarm",
                        "io.fila.retracker.tracker")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.netty..",
                        "io.grpc..",
                        "io.fila.retracker.http..",
                        "io.fila.retracker.udp..",
                        "io.fila.server..")
                .check(RETRACKER);
    }

    /** The broker is a product to it: what lies behind its faces may change. */
    @Test
    void nobodyLooksIntoTheBroker() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.fila.storage..", "io.fila.scripting..", "io.fila.lua..", "io.fila.core.broker..")
                .check(RETRACKER);
    }

    @Test
    void theFaceDoesNotKnowTheForwarders() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.fila.retracker.swarm",
                        "io.fila.retracker.tracker",
                        "io.fila.retracker.http..",
                        "io.fila.retracker.udp..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fila.retracker.forwarder..")
                .check(RETRACKER);
    }

    /** The time of day may be set while jobs wait: all of the program goes by a clock that does not jump. */
    @Test
    void nobodyReadsTheWallClock() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(InstantSource.class, "system")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(RETRACKER);
    }

    @Test
    void nobodyButSocketsAndTheAssemblyReadsAClock() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.fila.retracker",
                        "io.fila.retracker.http",
                        "io.fila.retracker.udp",
                        "io.fila.retracker.outbound")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(InstantSource.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(RETRACKER);
    }
}
