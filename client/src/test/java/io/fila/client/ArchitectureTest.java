package io.fila.client;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows inside {@code client}, and out of it. */
final class ArchitectureTest {
    private static final String CONNECTION = "io.fila.client.connection";
    private static final String PRODUCE = "io.fila.client.produce";

    /** What users set and are told; the inner packages may know it. */
    private static final DescribedPredicate<JavaClass> VALUES = belongToAnyOf(
            Address.class,
            Backoff.class,
            ClientOptions.class,
            ProducerOptions.class,
            Receipt.class,
            Tls.class,
            TraceContext.class);

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
    void readingTheWireNeedsNoClient() {
        noClasses()
                .that()
                .resideInAPackage("io.fila.client.wire")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fila.client", CONNECTION, PRODUCE)
                .check(CLIENT);
    }

    @Test
    void aConnectionKnowsOfItsUsersOnlyTheOptions() {
        noClasses()
                .that()
                .resideInAPackage(CONNECTION)
                .should()
                .dependOnClassesThat(
                        are(resideInAnyPackage("io.fila.client", PRODUCE).and(not(VALUES))))
                .check(CLIENT);
    }

    @Test
    void aProducersMessagesKnowOfTheirProducerOnlyTheOptions() {
        noClasses()
                .that()
                .resideInAPackage(PRODUCE)
                .should()
                .dependOnClassesThat(are(resideInAPackage("io.fila.client").and(not(VALUES))))
                .check(CLIENT);
    }
}
