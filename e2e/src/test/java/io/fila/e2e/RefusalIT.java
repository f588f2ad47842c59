package io.fila.e2e;

import static io.fila.e2e.wire.PlainClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.QueueConfig;
import io.grpc.Status;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client gets wrong and how it is told, in the order in which the contract checks it. */
class RefusalIT {
    private static final String SOME_ID = "01939b3e-7c1a-7def-8123-456789abcdef";

    @TempDir
    static Path directory;

    private static BrokerProcess broker;
    private static PlainClient client;

    @BeforeAll
    static void startBroker() throws InterruptedException {
        broker = BrokerProcess.in(directory).start();
        client = PlainClient.of(broker.address());
        client.createQueue("known");
    }

    @AfterAll
    static void stopBroker() {
        client.close();
        broker.close();
    }

    @Test
    void enqueueWantsAQueueThatIsNamedAndExists() {
        refusal(Status.Code.INVALID_ARGUMENT, () -> client.enqueue("", "to nowhere"));
        assertThat(refusal(Status.Code.NOT_FOUND, () -> client.enqueue("unknown", "to nobody")))
                .contains("unknown");
    }

    @Test
    void tooManyHeadersAreRefusedBeforeTheQueueIsLookedUp() {
        EnqueueRequest.Builder request = EnqueueRequest.newBuilder().setQueue("unknown");
        for (int i = 0; i < 1_000; i++) {
            request.putHeaders("header-" + i, "value");
        }

        refusal(Status.Code.INVALID_ARGUMENT, () -> client.enqueue(request.build()));
    }

    @Test
    void consumeWantsAQueueThatIsNamedAndExists() throws InterruptedException {
        try (PlainStream unnamed = client.consume("");
                PlainStream unknown = client.consume("unknown")) {
            assertThat(unnamed.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(unknown.awaitEnd().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @Test
    void ackWantsAQueueThenAnIdThenALease() {
        refusal(Status.Code.INVALID_ARGUMENT, () -> client.ack("", ""));
        refusal(Status.Code.INVALID_ARGUMENT, () -> client.ack("unknown", ""));
        refusal(Status.Code.INVALID_ARGUMENT, () -> client.ack("unknown", "not-an-id"));
        refusal(Status.Code.NOT_FOUND, () -> client.ack("unknown", SOME_ID));
        refusal(Status.Code.NOT_FOUND, () -> client.ack("known", SOME_ID));
    }

    @Test
    void nackWantsAQueueThenAnIdThenALease() {
        refusal(Status.Code.INVALID_ARGUMENT, () -> client.nack("", "", "why"));
        refusal(Status.Code.INVALID_ARGUMENT, () -> client.nack("unknown", "", "why"));
        refusal(Status.Code.INVALID_ARGUMENT, () -> client.nack("unknown", "not-an-id", "why"));
        refusal(Status.Code.NOT_FOUND, () -> client.nack("unknown", SOME_ID, "why"));
        refusal(Status.Code.NOT_FOUND, () -> client.nack("known", SOME_ID, "why"));
    }

    @Test
    void pendingMessageHasNoLeaseToAck() {
        client.createQueue("pending");
        String id = client.enqueue("pending", "not leased");

        refusal(Status.Code.NOT_FOUND, () -> client.ack("pending", id));
        refusal(Status.Code.NOT_FOUND, () -> client.nack("pending", id, "why"));
    }

    @Test
    void leaseOfOneQueueIsUnknownToAnother() throws InterruptedException {
        client.createQueue("mine");
        client.enqueue("mine", "mine alone");
        try (PlainStream stream = client.consume("mine")) {
            String id = stream.next().getId();

            refusal(Status.Code.NOT_FOUND, () -> client.ack("known", id));
            client.ack("mine", id);
        }
    }

    @Test
    void createQueueWantsANameAndAFittingTimeoutBeforeItLooksForADouble() {
        refusal(Status.Code.INVALID_ARGUMENT, () -> create("", 0));
        refusal(Status.Code.INVALID_ARGUMENT, () -> create("n".repeat(256), 0));
        refusal(Status.Code.INVALID_ARGUMENT, () -> create("bell\u0007", 0));
        refusal(Status.Code.INVALID_ARGUMENT, () -> create("known", 1));
        refusal(Status.Code.INVALID_ARGUMENT, () -> create("known", 999));
        assertThat(refusal(Status.Code.ALREADY_EXISTS, () -> create("known", 1_000)))
                .contains("known");
    }

    @Test
    void createQueueTakesAnyPrintableNameUpToItsLimit() {
        assertThat(create("ä".repeat(127), 1_000)).isEqualTo("ä".repeat(127));
        assertThat(create("with space/and:signs", 0)).isEqualTo("with space/and:signs");
    }

    @Test
    void scriptThatDoesNotCompileIsRefused() {
        refusal(
                Status.Code.INVALID_ARGUMENT,
                () -> client.admin()
                        .createQueue(CreateQueueRequest.newBuilder()
                                .setName("scripted")
                                .setConfig(QueueConfig.newBuilder().setOnEnqueueScript("function on_enqueue(msg"))
                                .build()));
    }

    @Test
    void deleteAndStatsWantAQueueThatExists() {
        refusal(
                Status.Code.NOT_FOUND,
                () -> client.admin()
                        .deleteQueue(DeleteQueueRequest.newBuilder()
                                .setQueue("unknown")
                                .build()));
        assertThat(refusal(Status.Code.NOT_FOUND, () -> client.stats("unknown")))
                .contains("unknown");
    }

    private static String create(String name, long visibilityTimeoutMillis) {
        return client.admin()
                .createQueue(CreateQueueRequest.newBuilder()
                        .setName(name)
                        .setConfig(QueueConfig.newBuilder().setVisibilityTimeoutMs(visibilityTimeoutMillis))
                        .build())
                .getQueueId();
    }
}
