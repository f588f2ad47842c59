package io.fila.storage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code storage}: records on top, RocksDB behind them, bytes at the bottom. */
final class ArchitectureTest {
    private static final JavaClasses STORAGE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.storage");

    @Test
    void onlyOnePackageKnowsRocksDb() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.fila.storage.rocks..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rocksdb..")
                .check(STORAGE);
    }

    @Test
    void whatTalksToRocksDbKnowsNothingOfRecords() {
        noClasses()
                .that()
                .resideInAPackage("io.fila.storage.rocks..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fila.core..")
                .check(STORAGE);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.fila.storage.(*)..").should().beFreeOfCycles().check(STORAGE);
    }
}
