package io.fila.core;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.tape.Cause;
import io.fila.core.turn.Turn;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code core}, and out of it. */
final class ArchitectureTest {
    private static final String RUNTIME = "io.fila.core.runtime..";

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fila.core");

    @Test
    void coreIsBuiltOnTheJdkAndJSpecifyAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat(
                        are(resideInAnyPackage("io.fila.core..", "java..", "org.jspecify.annotations..")))
                .check(CORE);
    }

    @Test
    void packagesOfCoreFormNoCycle() {
        slices().matching("io.fila.core.(**)").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void aQueueKnowsNothingOfThoseWhoDecideCommands() {
        noClasses()
                .that()
                .resideInAPackage("io.fila.core.broker.queue")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fila.core.broker")
                .check(CORE);
    }

    @Test
    void onlyWhoDecidesCommandsKnowsTheQueue() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.fila.core.broker..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fila.core.broker.queue")
                .check(CORE);
    }

    @Test
    void onlyTheStateMachineMovesMessages() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.fila.core.broker..", "io.fila.core.ready", "io.fila.core.turn")
                .should()
                .callMethod(Turn.class, "move", Message.class, Place.class, Cause.class)
                .check(CORE);
    }

    @Test
    void onlyTheRuntimeKnowsThreadsAndConcurrency() {
        noClasses()
                .that()
                .resideOutsideOfPackage(RUNTIME)
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.concurrent..").or(are(assignableTo(Thread.class))))
                .check(CORE);
    }

    @Test
    void onlyTheRuntimeKnowsClocks() {
        noClasses()
                .that()
                .resideOutsideOfPackage(RUNTIME)
                .should()
                .dependOnClassesThat()
                .areAssignableTo(InstantSource.class)
                .check(CORE);
    }

    @Test
    void nothingOutsideTheRuntimeIsSynchronized() {
        noMethods()
                .that()
                .areDeclaredInClassesThat(are(not(resideInAPackage(RUNTIME))))
                .should()
                .haveModifier(SYNCHRONIZED)
                .allowEmptyShould(true)
                .check(CORE);
    }

    @Test
    void nothingInsideDependsOnTheRuntimeThatDrivesIt() {
        noClasses()
                .that()
                .resideOutsideOfPackage(RUNTIME)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(RUNTIME)
                .check(CORE);
    }
}
