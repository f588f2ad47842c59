package io.fila.e2e;

import static io.fila.e2e.wire.PlainClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.QueueConfig;
import io.grpc.Status;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client gets wrong and how it is told, in the order in which the contract checks it. */
class RefusalIT {
    private static final String SOME_ID = "01939b3e-7c1a-7def-8123-456789abcdef";

    @RegisterExtension
    static final RunningBroker broker = new RunningBroker();

    @BeforeAll
    static void createQueue() {
        broker.client().createQueue("known");
    }

    @Test
    void enqueueWantsAQueueThatIsNamedAndExists() {
        refusal(Status.Code.INVALID_ARGUMENT, () -> broker.client().enqueue("", "to nowhere"));
        assertThat(refusal(Status.Code.NOT_FOUND, () -> broker.client().enqueue("unknown", "to nobody")))
                .contains("unknown");
    }

    @Test
    void tooManyHeadersAreRefusedBeforeTheQueueIsLookedUp() {
        EnqueueRequest.Builder request = EnqueueRequest.newBuilder().setQueue("unknown");
        for (int i = 0; i < 1_000; i++) {
            request.putHeaders("header-" + i, "value");
        }

        refusal(Status.Code.INVALID_ARGUMENT, () -> broker.client().enqueue(request.build()));
    }

    @Test
    void consumeWantsAQueueThatIsNamedAndExists() throws InterruptedException {
        try (PlainStream unnamed = broker.client().consume("");
                PlainStream unknown = broker.client().consume("unknown")) {
            assertThat(unnamed.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(unknown.awaitEnd().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @Test
    void ackWantsAQueueThenAnIdThenALease() {
        refusal(Status.Code.INVALID_ARGUMENT, () -> broker.client().ack("", ""));
        refusal(Status.Code.INVALID_ARGUMENT, () -> broker.client().ack("unknown", ""));
        refusal(Status.Code.INVALID_ARGUMENT, () -> broker.client().ack("unknown", "not-an-id"));
        refusal(Status.Code.NOT_FOUND, () -> broker.client().ack("unknown", SOME_ID));
        refusal(Status.Code.NOT_FOUND, () -> broker.client().ack("known", SOME_ID));
    }

    @Test
    void nackWantsAQueueThenAnIdThenALease() {
        refusal(Status.Code.INVALID_ARGUMENT, () -> broker.client().nack("", "", "why"));
        refusal(Status.Code.INVALID_ARGUMENT, () -> broker.client().nack("unknown", "", "why"));
        refusal(Status.Code.INVALID_ARGUMENT, () -> broker.client().nack("unknown", "not-an-id", "why"));
        refusal(Status.Code.NOT_FOUND, () -> broker.client().nack("unknown", SOME_ID, "why"));
        refusal(Status.Code.NOT_FOUND, () -> broker.client().nack("known", SOME_ID, "why"));
    }

    @Test
    void pendingMessageHasNoLeaseToAck() {
        broker.client().createQueue("pending");
        String id = broker.client().enqueue("pending", "not leased");

        refusal(Status.Code.NOT_FOUND, () -> broker.client().ack("pending", id));
        refusal(Status.Code.NOT_FOUND, () -> broker.client().nack("pending", id, "why"));
    }

    @Test
    void leaseOfOneQueueIsUnknownToAnother() throws InterruptedException {
        broker.client().createQueue("mine");
        broker.client().enqueue("mine", "mine alone");
        try (PlainStream stream = broker.client().consume("mine")) {
            String id = stream.next().getId();

            refusal(Status.Code.NOT_FOUND, () -> broker.client().ack("known", id));
            broker.client().ack("mine", id);
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
                () -> broker.client()
                        .admin()
                        .createQueue(CreateQueueRequest.newBuilder()
                                .setName("scripted")
                                .setConfig(QueueConfig.newBuilder().setOnEnqueueScript("function on_enqueue(msg"))
                                .build()));
    }

    @Test
    void deleteAndStatsWantAQueueThatExists() {
        refusal(
                Status.Code.NOT_FOUND,
                () -> broker.client()
                        .admin()
                        .deleteQueue(DeleteQueueRequest.newBuilder()
                                .setQueue("unknown")
                                .build()));
        assertThat(refusal(Status.Code.NOT_FOUND, () -> broker.client().stats("unknown")))
                .contains("unknown");
    }

    private static String create(String name, long visibilityTimeoutMillis) {
        return broker.client()
                .admin()
                .createQueue(CreateQueueRequest.newBuilder()
                        .setName(name)
                        .setConfig(QueueConfig.newBuilder().setVisibilityTimeoutMs(visibilityTimeoutMillis))
                        .build())
                .getQueueId();
    }
}
